// Runs a request several times, and reports its time, its processor time and the rows that it read.

const ROUNDS = 5;

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The processor time in milliseconds that the engine has used for statements, and the rows that they read. */
const spent = async (database) => {
  const { data } = await database.query(
    `SELECT sumIf(value, event LIKE '%TimeMicroseconds') / 1000 AS ms, sumIf(value, event = 'SelectedRows') AS rows
     FROM system.events WHERE event IN ('UserTimeMicroseconds', 'SystemTimeMicroseconds', 'SelectedRows')`,
  );
  return data[0];
};

/** The first run is not counted, because it fills the caches. */
const measure = async (database, ask) => {
  let answer = await ask();
  const before = await spent(database);
  const walls = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    answer = await ask();
    walls.push(performance.now() - start);
  }
  const after = await spent(database);
  return {
    wallMs: median(walls),
    cpuMs: (after.ms - before.ms) / ROUNDS,
    rowsRead: answer.statistics?.rows_read ?? Math.round((after.rows - before.rows) / ROUNDS),
    rows: answer.rows ?? answer.data?.length ?? 1,
  };
};

/** Prints one line for each request under the heading `head`, and marks those that exceed the goal. */
export const report = async (database, head, { questions, goalMs }) => {
  console.log(`${head.padEnd(36)}  wall ms  CPU ms  rows read  rows`);
  for (const [name, ask] of Object.entries(questions)) {
    const { wallMs, cpuMs, rowsRead, rows } = await measure(database, ask);
    const late = wallMs > goalMs ? '  above the goal' : '';
    console.log(
      `${name.padEnd(36)}  ${wallMs.toFixed(0).padStart(7)}  ${cpuMs.toFixed(0).padStart(6)}` +
        `  ${String(rowsRead).padStart(9)}  ${String(rows).padStart(4)}${late}`,
    );
  }
  console.log();
};
