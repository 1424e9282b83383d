// The SQL of alerts. Statements for callers are limited to the caller's projects.
import type { Alert, AlertFilter, AlertRecipient } from '../../protocol/alerts/alert.js';
import { type PageOfRows, readPage } from '../database/application/read-page.js';
import type { ApplicationDatabase, SqlValue } from '../database/ports.js';
import type { RowWindow } from '../list-page.js';
import { endOthers } from './deliver/delivery-store.js';
import { targetsOf } from './evaluate/match-store.js';

/** The fields that a caller sets. */
export interface AlertContent {
  readonly name: string;
  readonly trigger_type: Alert['trigger_type'];
  readonly trigger_filters: readonly AlertFilter[];
  readonly recipient: readonly AlertRecipient[];
  readonly secret: string | null;
}

export interface AlertRow extends AlertContent {
  readonly id: string;
  readonly project_id: string;
  readonly status: Alert['status'];
  /** ISO 8601. */
  readonly created_at: string;
  readonly updated_at: string | null;
}

/** Fields that are undefined stay unchanged. */
export type AlertRowChange = {
  readonly [K in keyof AlertContent]?: AlertContent[K] | undefined;
} & { readonly status?: Alert['status'] | undefined };

/** From when an alert evaluates: ISO 8601, by the analytics database's clock and by this process' clock. */
export interface Beginning {
  readonly looksFrom: string;
  readonly evaluatedAt: string;
}

type Projects = readonly string[];

export interface AlertsStore {
  list(projects: Projects, window: RowWindow): Promise<PageOfRows<AlertRow>>;
  find(projects: Projects, id: string): Promise<AlertRow | undefined>;
  /** Finds an alert of any project, for the operator's command line. */
  findAny(id: string): Promise<AlertRow | undefined>;
  insert(
    place: { readonly id: string; readonly projectId: string },
    content: AlertContent,
    beginning: Beginning,
  ): Promise<AlertRow>;
  /**
   * Pending deliveries are given up for recipients that are removed, and for all when the alert is paused.
   *
   * @param beginning given when the alert starts anew instead of continuing from its last evaluation
   */
  update(
    place: { readonly projects: Projects; readonly id: string },
    change: AlertRowChange,
    beginning?: Beginning,
  ): Promise<AlertRow | undefined>;
  remove(projects: Projects, id: string): Promise<boolean>;
}

const COLUMNS = `id, project_id, name, trigger_type, status, trigger_filters, recipient, secret,
  created_at, updated_at`;

const UPDATE = `UPDATE alerts SET
  name = coalesce($3, name),
  status = coalesce($4, status),
  trigger_type = coalesce($5, trigger_type),
  trigger_filters = coalesce($6::json, trigger_filters),
  recipient = coalesce($7::json, recipient),
  secret = CASE WHEN $8::boolean THEN $9 ELSE secret END,
  looks_from = coalesce($10::timestamptz, looks_from),
  looked_until = coalesce($10::timestamptz, looked_until),
  evaluated_at = coalesce($11::timestamptz, evaluated_at),
  updated_at = now()
WHERE project_id = ANY ($1) AND id = $2 RETURNING ${COLUMNS}`;

const json = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

export function createAlertsStore(database: ApplicationDatabase): AlertsStore {
  const one = async (text: string, params: readonly SqlValue[]): Promise<AlertRow | undefined> =>
    (await database.query<AlertRow>(text, params))[0];

  return {
    list: (projects, window) =>
      readPage(
        database,
        {
          ...{ columns: COLUMNS, table: 'alerts', where: 'project_id = ANY ($1)' },
          ...{ order: 'created_at DESC, id', first: projects },
        },
        window,
      ),
    find: (projects, id) =>
      one(`SELECT ${COLUMNS} FROM alerts WHERE project_id = ANY ($1) AND id = $2`, [projects, id]),
    findAny: (id) => one(`SELECT ${COLUMNS} FROM alerts WHERE id = $1`, [id]),
    async insert({ id, projectId }, content, { looksFrom, evaluatedAt }) {
      const row = await one(
        `INSERT INTO alerts (id, project_id, name, trigger_type, trigger_filters, recipient, secret,
           looks_from, looked_until, evaluated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) RETURNING ${COLUMNS}`,
        [
          id,
          projectId,
          content.name,
          content.trigger_type,
          json(content.trigger_filters),
          json(content.recipient),
          content.secret,
          looksFrom,
          evaluatedAt,
        ],
      );
      if (row === undefined) throw new Error('An alert was inserted and not answered.');
      return row;
    },
    update: ({ projects, id }, change, beginning) =>
      database.transaction(async (sql) => {
        const [row] = await sql.query<AlertRow>(UPDATE, [
          projects,
          id,
          change.name ?? null,
          change.status ?? null,
          change.trigger_type ?? null,
          json(change.trigger_filters),
          json(change.recipient),
          change.secret !== undefined,
          change.secret ?? null,
          beginning?.looksFrom ?? null,
          beginning?.evaluatedAt ?? null,
        ]);
        if (row && change.status === 'inactive') {
          await endOthers(sql, { id, recipients: [] }, 'The alert was paused.');
        } else if (row && change.recipient) {
          const why = 'The alert no longer has this recipient.';
          await endOthers(sql, { id, recipients: targetsOf(row.recipient) }, why);
        }
        return row;
      }),
    async remove(projects, id) {
      const rows = await database.query(
        'DELETE FROM alerts WHERE project_id = ANY ($1) AND id = $2 RETURNING id',
        [projects, id],
      );
      return rows.length > 0;
    },
  };
}
