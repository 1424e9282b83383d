// @vitest-environment happy-dom
// Examples for the many visitors without a wallet: they are counted, and told why nothing connects.
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answer, startCollector } from '../contracts/collector.js';
import { eventually } from '../support/eventually.js';

it('the example with ethers counts a visitor without a wallet', async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  collector.script(answer(200, '{"successful_rows":1}', headers));
  vi.stubEnv('VITE_WRITE_KEY', 'write-key');
  vi.stubEnv('VITE_API_HOST', collector.origin);
  document.body.innerHTML = '<div id="app"></div>';

  await import('../../examples/ethers/main.js');
  document.querySelector('button')?.click();
  await eventually(() => {
    expect(collector.received.map(({ body }) => body).join()).toContain('"type":"page"');
    expect(document.body.textContent).toContain('Connect failed: There is no wallet');
  });
});

it('the example by script tag says that there is no wallet, and works where its script is blocked', async () => {
  const page = readFileSync('examples/script-tag/index.html', 'utf8');
  const [, body = '', script = ''] = /<body>([\s\S]*)<script>([\s\S]*)<\/script>/.exec(page) ?? [];
  document.body.innerHTML = body;
  new Function(script)();

  const click = (id: string) => document.getElementById(id)?.click();
  const said = () => document.getElementById('said')?.textContent;
  click('connect');
  await eventually(() => expect(said()).toBe('There is no wallet in this browser.'));
  click('mint');
  expect(said()).toBe('minted');
});
