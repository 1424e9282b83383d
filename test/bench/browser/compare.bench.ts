// Compares the SDK with other analytics SDKs in one run: `npm run bench`.
// `CONTENDERS=chaintrail,Mixpanel npm run bench` compares only these.
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, ensureChromium } from '../../support/chromium.js';
import { bundleContender } from './bundle-contender.js';
import { CONTENDERS, type Contender } from './contenders.js';
import { installContender } from './install-rivals.js';
import { measure } from './measure.js';
import { type Row, report } from './report.js';
import { type Sink, startSink } from './sink.js';

let sink: Sink;
let browserVersion = '';

beforeAll(async () => {
  sink = await startSink();
});
afterAll(() => sink.stop());

const wanted = process.env.CONTENDERS?.split(',');
const isWanted = ({ name }: Contender) => wanted?.includes(name) ?? true;

/** Uses a new browser, so that what one contender leaves running does not slow down the next. */
const measureInBrowser = async (script: string) => {
  const browser = await puppeteer.launch({
    browser: 'chrome',
    executablePath: ensureChromium(),
    args: CHROMIUM_FLAGS,
  });
  try {
    browserVersion = await browser.version();
    return await measure({ browser, sink, script });
  } finally {
    await browser.close();
  }
};

const compareOne = async (contender: Contender): Promise<Row> => {
  const { name } = contender;
  let row: Row = { name, figures: {}, reasons: [] };
  try {
    const { folder, version } = installContender(contender);
    row = { ...row, version };
    const { script, bytes } = await bundleContender(contender, { folder, sink: sink.url });
    row = { ...row, figures: { bundleBytes: bytes } };
    const { measures, reasons } = await measureInBrowser(script);
    return { ...row, figures: { ...row.figures, ...measures }, reasons };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...row, reasons: [reason.slice(0, 200)] };
  }
};

it('measures and reports every contender', async () => {
  const rows: Row[] = [];
  for (const contender of CONTENDERS.filter(isWanted)) {
    console.log(`Measuring ${contender.name}`);
    rows.push(await compareOne(contender));
  }
  const ours = rows.find(({ name }) => name === 'chaintrail');
  report(rows, ours, browserVersion);
  expect(ours?.reasons ?? []).toEqual([]);
});
