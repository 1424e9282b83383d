// Arranges tiles in rows, keeping their order. Free columns of a row widen its narrowest tiles, so that it is full.

/** @param wanted how many columns each tile needs, at most `columns` */
export function packedWidths(wanted: readonly number[], columns: number): readonly number[] {
  const rows: number[][] = [];
  for (const width of wanted) {
    const row = rows.at(-1);
    if (row !== undefined && sum(row) + width <= columns) row.push(width);
    else rows.push([width]);
  }
  return rows.flatMap((row) => filled(row, columns));
}

const sum = (row: readonly number[]): number => row.reduce((total, width) => total + width, 0);

function filled(row: number[], columns: number): readonly number[] {
  for (let free = columns - sum(row); free > 0; free -= 1) {
    const narrowest = row.indexOf(Math.min(...row));
    row[narrowest] = (row[narrowest] ?? 0) + 1;
  }
  return row;
}
