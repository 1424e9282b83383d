// Profiles for a payment: with the public x402 client, in both forms, and each payment only once.
import { ExactEvmSchemeV1 } from '@x402/evm/v1';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Chaintrail, PaymentRequiredError } from '../../../src/client/index.js';
import { createFacilitator } from '../../../src/server/payments/facilitator.js';
import { createCleanup } from '../../support/cleanup.js';
import { startApp } from '../http/app-under-test.js';
import { startWholeApp, type WholeApp } from '../http/whole-app.js';
import { type ScriptedFacilitator, startScriptedFacilitator } from './scripted-facilitator.js';

const cleanUp = createCleanup();
const PATH = '/v0/profiles/0x00000000000000000000000000000000000000aa';
const UNKNOWN = '/v0/profiles/0x00000000000000000000000000000000000000bb';
const NOBODY = `0x${'11'.repeat(20)}`;
const account = privateKeyToAccount(generatePrivateKey());
const wallet = new x402Client().registerV1('base-sepolia', new ExactEvmSchemeV1(account));

let facilitator: ScriptedFacilitator;
let whole: WholeApp;

beforeAll(async () => {
  facilitator = await startScriptedFacilitator();
  cleanUp(facilitator.close);
  whole = await startWholeApp(createFacilitator({ url: facilitator.url }));
  cleanUp(whole.close);
});
beforeEach(() => {
  Object.assign(facilitator.state, { verified: 0, settled: 0 });
  delete facilitator.state.fails;
});

type Sent = Readonly<Record<string, string>>;
const ask = (headers: Sent = {}, path = PATH) => fetch(`${whole.app.url}${path}`, { headers });
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString());
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const challenge = async (path = PATH) => (await ask({}, path)).json();
/** Makes a new payment by the public client. */
const pay = async () => wallet.createPaymentPayload(await challenge());
const refusal = async (response: Response) => {
  const { error } = await response.json();
  return { status: response.status, error };
};
/** The fields of `WWW-Authenticate: Payment`. */
const fieldsOf = (response: Response): Record<string, string> => {
  const header = response.headers.get('www-authenticate') ?? '';
  expect(header).toMatch(/^Payment id="/);
  return Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k, v]));
};

describe('without a key', () => {
  it('a profile is answered with 402 and both challenges', async () => {
    const response = await ask();
    expect(response.status).toBe(402);
    const body = await response.json();
    expect(body).toMatchObject({
      x402Version: 1,
      error: expect.stringContaining('payment'),
      accepts: [
        {
          scheme: 'exact',
          network: 'base-sepolia',
          maxAmountRequired: '10000',
          resource: `http://127.0.0.1${PATH}`,
        },
      ],
    });
    const fields = fieldsOf(response);
    expect(fields).toMatchObject({ method: 'x402', intent: 'charge', realm: '127.0.0.1' });
    expect(decode(fields.request ?? '')).toEqual(body.accepts[0]);
  });

  it('other routes and wrong keys get 401', async () => {
    expect((await ask({}, '/v0/top_events')).status).toBe(401);
    expect((await ask({ authorization: 'Bearer ct_wrong' })).status).toBe(401);
    expect((await ask({ authorization: `Bearer ${whole.app.apiKey}` })).status).toBe(200);
    expect(facilitator.state).toEqual({ verified: 0, settled: 0 });
  });

  it('the client throws PaymentRequiredError', async () => {
    const client = new Chaintrail({
      apiKey: 'none',
      baseURL: whole.app.url,
      defaultHeaders: { authorization: null },
    });
    const error = await client.profiles.retrieve('0x00000000000000000000000000000000000000aa').then(
      () => expect.unreachable('it was answered'),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(PaymentRequiredError);
    expect(error).toMatchObject({ status: 402, message: expect.stringContaining('payment') });
  });
});

describe('a payment', () => {
  it('by the public x402 client returns a profile and is collected once', async () => {
    const response = await wrapFetchWithPayment(fetch, wallet)(`${whole.app.url}${PATH}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ tx_count: 0 });
    const receipt = decodePaymentResponseHeader(response.headers.get('x-payment-response') ?? '');
    expect(receipt).toMatchObject({
      success: true,
      transaction: `0x${'ab'.repeat(32)}`,
      network: 'base-sepolia',
      payer: account.address,
    });
    expect(facilitator.state).toEqual({ verified: 1, settled: 1 });
  });

  it('by the public x402 client passes CORS from a configured origin', async () => {
    const sent = new Set<string>();
    const watched: typeof fetch = (input, init) => {
      for (const name of new Request(input, init).headers.keys()) sent.add(name);
      return fetch(input, init);
    };
    expect((await wrapFetchWithPayment(watched, wallet)(`${whole.app.url}${PATH}`)).status).toBe(
      200,
    );
    const origin = 'https://app.example.com';
    const app = await startApp({ parts: { corsOrigins: [origin] } });
    cleanUp(app.close);
    const preflight = await fetch(`${app.url}${PATH}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ');
    expect([...sent]).toContain('x-payment');
    expect(allowed).toEqual(expect.arrayContaining([...sent]));
  });

  it('is not collected for HEAD, which has no profile in its answer', async () => {
    const headers = { 'x-payment': encode(await pay()) };
    const response = await fetch(`${whole.app.url}${PATH}`, { method: 'HEAD', headers });
    expect(response.status).toBe(402);
    expect(facilitator.state).toEqual({ verified: 0, settled: 0 });
    expect((await ask(headers)).status).toBe(200);
  });

  it('is accepted in the form of MPP, with a receipt of MPP', async () => {
    const { description, ...fields } = fieldsOf(await ask());
    const credential = { challenge: fields, payload: await pay() };
    const response = await ask({ authorization: `Payment ${encode(credential)}` });
    expect(response.status).toBe(200);
    expect(decode(response.headers.get('payment-receipt') ?? '')).toMatchObject({
      status: 'success',
      reference: `0x${'ab'.repeat(32)}`,
    });
    expect(response.headers.has('x-payment-response')).toBe(true);
  });

  it('is accepted in `Authorization: Payment` without a challenge, too', async () => {
    expect((await ask({ authorization: `Payment ${encode(await pay())}` })).status).toBe(200);
  });

  it('cannot be used twice, neither in another form nor in parallel', async () => {
    const payment = await pay();
    const forms = [
      { 'x-payment': encode(payment) },
      { authorization: `Payment ${encode(payment)}` },
      { 'x-payment': encode({ ...payment, more: 'x' }) },
    ];
    const statuses = await Promise.all(forms.map(async (form) => (await ask(form)).status));
    expect(statuses.sort()).toEqual([200, 402, 402]);
    expect(await refusal(await ask(forms[0]))).toMatchObject({
      status: 402,
      error: expect.stringContaining('already been used'),
    });
    expect(facilitator.state.settled).toBe(1);
  });

  it('is not collected for a missing profile', async () => {
    const headers = { 'x-payment': encode(await pay()) };
    expect((await ask(headers, UNKNOWN)).status).toBe(404);
    expect(facilitator.state.settled).toBe(0);
    expect((await ask(headers)).status).toBe(200);
    expect(facilitator.state.settled).toBe(1);
  });
});

describe('a refused payment', () => {
  it.each([
    [
      'of another signer',
      async () => {
        const payment = await pay();
        const authorization = Object(payment.payload.authorization);
        const payload = { ...payment.payload, authorization: { ...authorization, from: NOBODY } };
        return { ...payment, payload };
      },
      'invalid_signature',
    ],
    ['on another network', async () => ({ ...(await pay()), network: 'base' }), 'base-sepolia'],
    ['of another scheme', async () => ({ ...(await pay()), scheme: 'upto' }), 'exact'],
    ['of version 2', async () => ({ ...(await pay()), x402Version: 2 }), 'version 1'],
    ['without the fields of a payment', async () => ['nothing'], 'version 1'],
  ])('%s', async (_, make, words) => {
    const response = await ask({ 'x-payment': encode(await make()) });
    expect(await refusal(response)).toMatchObject({
      status: 402,
      error: expect.stringContaining(words),
    });
    expect(facilitator.state.settled).toBe(0);
  });

  it.each([
    ['changed', { expires: '2999-01-01T00:00:00.000Z' }],
    ['for something else', { request: encode({ maxAmountRequired: '1' }) }],
    ['with another id', { id: 'x' }],
  ])('for a challenge that is %s', async (_, change) => {
    const fields = { ...fieldsOf(await ask()), ...change };
    const credential = encode({ challenge: fields, payload: await pay() });
    const response = await ask({ authorization: `Payment ${credential}` });
    expect(await refusal(response)).toMatchObject({
      status: 402,
      error: expect.stringContaining('another challenge'),
    });
  });

  it('when collected can be presented again', async () => {
    const headers = { 'x-payment': encode(await pay()) };
    facilitator.state.fails = { at: '/settle', how: 'refuse' };
    expect(await refusal(await ask(headers))).toMatchObject({
      status: 402,
      error: expect.stringContaining('insufficient_funds'),
    });
    delete facilitator.state.fails;
    expect((await ask(headers)).status).toBe(200);
  });
});

describe.each(['hang up', 'be away'] as const)('a facilitator that fails (%s)', (how) => {
  it('on verify gives 503, and the payment can be presented again', async () => {
    const headers = { 'x-payment': encode(await pay()) };
    facilitator.state.fails = { at: '/verify', how };
    expect((await ask(headers)).status).toBe(503);
    delete facilitator.state.fails;
    expect((await ask(headers)).status).toBe(200);
  });

  it('on settle gives 503 with the id of the payment, which is not accepted again at once', async () => {
    const headers = { 'x-payment': encode(await pay()) };
    facilitator.state.fails = { at: '/settle', how };
    const response = await ask(headers);
    expect(response.status).toBe(503);
    expect((await response.json()).error.message).toMatch(/payment [0-9a-f]{64} was collected/);
    delete facilitator.state.fails;
    expect((await ask(headers)).status).toBe(402);
    expect(facilitator.state.settled).toBe(0);
  });
});
