// How alerts ask whether a wallet belongs to a segment.
import { DomainError } from '../../domain-error.js';
import type { SqlCondition } from '../../profiles/conditions.js';
import type { FindSegment } from '../../profiles/service.js';
import type { SegmentCondition } from '../user-filters.js';

/** All of the conditions, as SQL over the rows `s` of profiles with `projects` bound. */
export type SegmentMembers = (
  projectId: string,
  conditions: readonly SegmentCondition[],
) => Promise<SqlCondition>;

/**
 * Of a segment that is there no more nobody knows who was in it, and so who was not: one that asks for the others
 * tells of nobody, and not of everybody.
 */
export const segmentMembers = (findSegment: FindSegment): SegmentMembers => {
  const membersOf = async (projectId: string, id: string): Promise<SqlCondition | undefined> => {
    try {
      return (await findSegment(id, [projectId])).condition;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  };
  return async (projectId, conditions) => {
    const params: Record<string, SqlCondition['params'][string]> = {};
    const parts: string[] = [];
    for (const { isMember, ids } of conditions) {
      const any: string[] = [];
      for (const id of ids) {
        const members = await membersOf(projectId, id);
        if (members === undefined) continue;
        const named = renamed(members, `s${Object.keys(params).length}_`);
        Object.assign(params, named.params);
        any.push(`(${named.sql})`);
      }
      if (isMember) parts.push(`(${any.join(' OR ') || '0'})`);
      else parts.push(any.length < ids.length ? '0' : `NOT (${any.join(' OR ')})`);
    }
    return { sql: parts.join(' AND ') || '1', params };
  };
};

/** Each segment binds values by the same names: here they stand beside each other. */
function renamed({ sql, params }: SqlCondition, prefix: string): SqlCondition {
  const names = new Set(Object.keys(params));
  return {
    sql: sql.replaceAll(/\{(\w+):/g, (text, name) =>
      names.has(name) ? `{${prefix}${name}:` : text,
    ),
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [prefix + name, value]),
    ),
  };
}
