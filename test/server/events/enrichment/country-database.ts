// Writes a minimal country database in the mmdb format.
// https://maxmind.github.io/MaxMind-DB/

type Value = string | number | { readonly [key: string]: Value };

const control = (type: number, size: number): number[] =>
  type > 7 ? [size, type - 7] : [(type << 5) | size];

const text = (value: string): number[] =>
  value.length < 29
    ? [...control(2, value.length), ...Buffer.from(value)]
    : [...control(2, 29), value.length - 29, ...Buffer.from(value)];

/** Encodes texts up to 284 characters, integers up to 32 bits, and maps up to 28 keys. */
function encode(value: Value): number[] {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return [...control(6, 4), ...bytes];
  }
  const entries = Object.entries(value);
  return [
    ...control(7, entries.length),
    ...entries.flatMap(([key, one]) => [...text(key), ...encode(one)]),
  ];
}

/** A database with `record` for one IPv4 address, and no other. */
export function countryDatabase(address: string, record: Value): Buffer {
  const bits = address
    .split('.')
    .flatMap((part) => Number(part).toString(2).padStart(8, '0').split('').map(Number));
  // In a node, the node count means "not found"; the data start after a separator of 16 bytes.
  const nodeCount = bits.length;
  const tree = bits.flatMap((bit, index) => {
    const next = index + 1 < nodeCount ? index + 1 : nodeCount + 16;
    const [left, right] = bit === 0 ? [next, nodeCount] : [nodeCount, next];
    return [0, 0, left, 0, 0, right];
  });
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
    database_type: 'country',
    description: {},
    ip_version: 4,
    node_count: nodeCount,
    record_size: 24,
  };
  return Buffer.from([
    ...tree,
    ...new Array<number>(16).fill(0),
    ...encode(record),
    ...[0xab, 0xcd, 0xef],
    ...Buffer.from('MaxMind.com'),
    ...encode(metadata),
  ]);
}
