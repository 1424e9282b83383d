// Boards and charts are created, edited and deleted, but only with a key that has the scope.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { coloursOf, excessOf, faultsOf } from './look.js';
import { arrived, type DashboardWorld, goTo, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
});

const command = async (...words: string[]) => JSON.parse(await world.command(...words, '--json'));

const makeBoard = async (title: string) => (await world.client.boards.create({ title })).id;

/** The only chart of a board, once it is stored. */
const onlyChart = (boardId: string) =>
  eventually(async () => {
    const { data } = await world.client.charts.list(boardId);
    expect(data).toHaveLength(1);
    return data[0];
  });

const RANGE = 'range=30d';
const newChart = (boardId: string) => `#/boards/${boardId}?${RANGE}&chart=new`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const preview = (page: Page, type: string) => page.locator(`.preview [data-chart=${type}]`);

it('a board is created, filled, edited, made public and deleted', async () => {
  const { page, complaints } = await world.open({ at: `#/boards?${RANGE}` });
  await settled(page);
  await button(page, 'New board').click();
  await field(page, 'Title').fill('  Mondays ');
  await field(page, 'Description').fill('What we look at');
  expect(await faultsOf(page)).toEqual([]);
  await button(page, 'Create the board').click();
  await page.getByRole('heading', { name: 'Mondays', level: 1 }).waitFor();
  const { data: boards } = await world.client.boards.list();
  const board = boards.find(({ title }) => title === 'Mondays');
  expect(board).toMatchObject({ description: 'What we look at', enabled: false });
  const boardId = board?.id ?? '';

  await page.getByRole('region', { name: 'Charts' }).getByRole('link').click();
  await arrived(page, newChart(boardId));
  await preview(page, 'line').locator('canvas[data-drawn]').waitFor();
  expect(await coloursOf(page, '.preview')).toBeGreaterThan(2);
  await button(page, 'Save the chart').click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
  await field(page, 'Title').fill('Visitors');
  await button(page, 'Save the chart').click();
  await arrived(page, `#/boards/${boardId}?${RANGE}`);
  await page.getByRole('region', { name: 'Visitors' }).locator('canvas[data-drawn]').waitFor();
  expect(await onlyChart(boardId)).toMatchObject({
    ...{ title: 'Visitors', chart_type: 'line', x_axis: 'day', y_axis: ['visitors', 'wallets'] },
  });

  await button(page, 'Edit').click();
  await field(page, 'Title').fill('Tuesdays');
  await page.getByLabel('anyone with the link').check();
  await button(page, 'Save the board').click();
  await page.getByRole('heading', { name: 'Tuesdays', level: 1 }).waitFor();
  await page.getByRole('link', { name: '/public/boards/' }).waitFor();

  await button(page, 'Edit').click();
  await button(page, 'Delete the board and its chart').click();
  // A second click by mistake on the same place keeps the board.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep it');
  await button(page, 'Delete the board and its chart for good').click();
  await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor();
  await settled(page);
  expect(await page.getByText('Tuesdays').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
});

describe('a chart', () => {
  it('is edited, and deleted after a confirmation', async () => {
    const boardId = await makeBoard('One');
    const { id } = await world.client.charts.create(boardId, {
      ...{ chart_type: 'pie', title: 'Devices', y_axis: ['hits'], x_axis: 'device' },
      query: 'SELECT device, count() AS hits FROM events GROUP BY device',
    });
    const { page, complaints } = await world.open({ at: `#/boards/${boardId}?${RANGE}` });
    await settled(page);
    await page.getByRole('link', { name: 'Edit Devices' }).click();
    await arrived(page, `#/boards/${boardId}?${RANGE}&chart=${id}`);
    await preview(page, 'pie').waitFor();
    expect(await field(page, 'Slices').inputValue()).toBe('device');
    await field(page, 'Description').fill('By hits');
    await button(page, 'Save the chart').click();
    // On the board, since the preview beside the form says so before it is saved.
    await page.locator('.grid').getByText('By hits').waitFor();
    const changed = await onlyChart(boardId);
    expect(changed).toMatchObject({ id, description: 'By hits', group_by: 'device' });

    await page.getByRole('link', { name: 'Edit Devices' }).click();
    await settled(page);
    await button(page, 'Delete the chart').click();
    await button(page, 'Keep it').click();
    await button(page, 'Delete the chart').click();
    await button(page, 'Delete the chart for good').click();
    await page.getByText('This board has no charts yet.').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('of each type shows an example, and is saved as shown', async () => {
    const boardId = await makeBoard('Each type');
    const { page, complaints } = await world.open({ at: newChart(boardId) });
    await settled(page);
    const types = await field(page, 'Type')
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(types).toHaveLength(9);
    for (const type of types) {
      await goTo(page, newChart(boardId));
      await field(page, 'Type').selectOption(type);
      await preview(page, type).waitFor();
      await settled(page);
      expect(await page.getByText('of this chart failed').count(), type).toBe(0);
      await field(page, 'Title').fill(`A ${type}`);
      await button(page, 'Save the chart').click();
      await arrived(page, `#/boards/${boardId}?${RANGE}`);
      await page.locator(`[data-chart=${type}]`).waitFor();
    }
    const { data } = await world.client.charts.list(boardId);
    expect(data.map(({ chart_type }) => chart_type)).toEqual(types);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('with an invalid query shows the error, is not saved, and keeps what was typed', async () => {
    const boardId = await makeBoard('Wrong');
    const { page } = await world.open({ at: newChart(boardId) });
    await settled(page);
    await field(page, 'Title').fill('Numbers');
    await page.locator('textarea').fill('SELECT count() AS hits FROM nowhere');
    await page.getByText('The chart was changed after this preview ran.').waitFor();
    await button(page, 'Save the chart').click();
    await page.getByText('The query of this chart failed').waitFor();
    await page.getByText('nowhere', { exact: false }).last().waitFor();
    expect((await world.client.charts.list(boardId)).data).toEqual([]);

    // It survives a reload and a switch of views.
    await page.reload();
    await page.getByText('Your unsaved changes were restored.').waitFor();
    expect(await page.locator('textarea').inputValue()).toContain('nowhere');
    await goTo(page, '#/settings');
    await goTo(page, newChart(boardId));
    await page.locator('textarea').fill('SELECT type, count() AS hits FROM events GROUP BY type');
    await page.locator('textarea').press('Control+Enter');
    await preview(page, 'line').waitFor();
    await button(page, 'Save the chart').click();
    await arrived(page, `#/boards/${boardId}?${RANGE}`);
    expect(await onlyChart(boardId)).toMatchObject({ x_axis: 'type', y_axis: ['hits'] });
    await goTo(page, newChart(boardId));
    expect(await page.getByText('unsaved changes').count()).toBe(0);
    expect(await page.locator('textarea').inputValue()).toContain('uniqExact');
    await page.close();
  });

  it('is drawn from the selected columns of its result', async () => {
    const boardId = await makeBoard('Columns');
    const { page } = await world.open({ at: newChart(boardId) });
    await settled(page);
    await page.getByText('Tables and columns').click();
    for (const column of ['anonymous_id', 'channel_type', 'first_utm_source', 'tag_id']) {
      await page.locator('.tables').getByText(column, { exact: true }).first().waitFor();
    }
    await field(page, 'wallets').uncheck();
    expect(await field(page, 'visitors').isDisabled()).toBe(true);
    await field(page, 'Title').fill('Visitors alone');
    await button(page, 'Save the chart').click();
    await arrived(page, `#/boards/${boardId}?${RANGE}`);
    expect(await onlyChart(boardId)).toMatchObject({ x_axis: 'day', y_axis: ['visitors'] });
    await page.close();
  });

  it('of steps is built without SQL', async () => {
    const boardId = await makeBoard('Steps');
    const { page } = await world.open({ at: newChart(boardId) });
    await settled(page);
    await field(page, 'Type').selectOption('funnel');
    await preview(page, 'funnel').waitFor();
    await button(page, 'Add a step').click();
    const step = (place: number) => page.getByRole('group', { name: `Step ${place}` });
    await step(4).getByLabel('Event', { exact: true }).selectOption('Custom event…');
    await button(page, 'Run').click();
    // No request was made, since the name is missing.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toBe(
      'swap',
    );
    const names = step(4).locator('datalist option').first();
    const own = (await names.getAttribute('value')) ?? '';
    await step(4).getByLabel('Name of the event').fill(own);
    await step(4).getByLabel('Step name').fill('Did it');
    await button(page, 'Move step 4 up').click();
    await button(page, 'Remove step 4').click();
    await button(page, 'Add a condition to step 2').click();
    await field(page, 'Column or property, condition 1 of step 2').fill('device');
    await field(page, 'Operator, condition 1 of step 2').selectOption('in');
    await field(page, 'Value, condition 1 of step 2').fill('desktop|mobile');
    await field(page, 'Conversion window').fill('3');
    await field(page, 'Break down by').selectOption('device');
    await button(page, 'Filter').click();
    const filter = page.getByRole('dialog');
    await filter.getByLabel('Field').selectOption('location');
    await filter.getByLabel('Value').fill('germany');
    await button(page, 'Add the filter').click();
    await page.getByText('Country is Germany', { exact: true }).waitFor();
    await button(page, 'Remove the filter Country is Germany').click();
    expect(await faultsOf(page)).toEqual([]);
    await button(page, 'Run').click();
    await page.locator('.preview').getByText('Did it').first().waitFor();
    await field(page, 'Title').fill('Way');
    await button(page, 'Save the chart').click();
    await arrived(page, `#/boards/${boardId}?${RANGE}`);
    expect(await onlyChart(boardId)).toMatchObject({
      chart_type: 'funnel',
      steps: [
        { type: 'event', event: 'page' },
        {
          type: 'event',
          event: 'connect',
          filters: [{ field: 'device', op: 'in', value: 'desktop|mobile' }],
        },
        { type: 'track', event: own, name: 'Did it' },
      ],
      settings: { conversionWindow: { value: 3, unit: 'day' }, breakdown: 'device' },
    });
    await page.close();
  });
});

describe('a key without the scope', () => {
  it('shows boards read-only, and how to get a key that can create them', async () => {
    const scopes = 'query:read,boards:read';
    const { apiKey } = await world.makeKey(scopes);
    const { page, complaints } = await world.open({
      apiKey,
      at: `#/boards/${world.boardId}?${RANGE}`,
    });
    await settled(page);
    expect(await page.getByText('Add a chart').count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Edit / }).count()).toBe(0);
    await goTo(page, `#/boards?${RANGE}`);
    expect(await button(page, 'New board').count()).toBe(0);
    await goTo(page, '#/settings');
    await page.getByText('missing, needed for editing boards and charts').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('is reported where a URL opens a form, and nothing is changed', async () => {
    const { apiKey } = await world.makeKey('boards:read');
    const { page } = await world.open({ apiKey, at: newChart(world.boardId) });
    await page.getByText('This key lacks the scope boards:write').first().waitFor();
    await page
      .getByText(/alerts:read\S*,boards:write/)
      .first()
      .waitFor();
    await page.close();
  });
});

it('with several projects a board is created in the selected one', async () => {
  const { id } = await command('project', 'create', '--name', 'Second');
  const { page } = await world.open({ at: '#/boards' });
  await settled(page);
  await button(page, 'New board').click();
  await field(page, 'Title').fill('Of the second');
  await field(page, 'Project').selectOption(id);
  await button(page, 'Create the board').click();
  await page.getByText('Project Second').waitFor();
  const { data } = await world.client.boards.list({ project_id: id });
  expect(data.map(({ title }) => title)).toEqual(['Of the second']);
  await goTo(page, '#/boards');
  await page.getByRole('columnheader', { name: 'Project' }).waitFor();
  await goTo(page, '#/settings');
  await page.getByRole('row', { name: /Second/ }).waitFor();
  await page.close();
});

it('the form of a chart fits a phone', async () => {
  const viewport = { width: 360, height: 640 };
  const { page } = await world.open({ viewport, at: newChart(world.boardId) });
  await settled(page);
  for (const type of ['line', 'funnel', 'retention']) {
    await field(page, 'Type').selectOption(type);
    await preview(page, type).waitFor();
    expect(await excessOf(page), type).toBe(0);
  }
  await page.close();
});
