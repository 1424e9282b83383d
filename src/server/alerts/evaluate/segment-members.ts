// Translates the segment conditions of alerts into SQL.
import { DomainError } from '../../errors/domain-error.js';
import type { SqlCondition } from '../../profiles/conditions.js';
import type { FindSegment } from '../../profiles/service.js';
import type { SegmentCondition } from '../user-filters.js';

/** All conditions together, as SQL over the profile rows `s`, for a query that binds `projects`. */
export type SegmentMembers = (
  projectId: string,
  conditions: readonly SegmentCondition[],
) => Promise<SqlCondition>;

/**
 * The members of a deleted segment are unknown, and so are its non-members. A condition "not in" that segment
 * therefore matches nobody, rather than everybody.
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

/** Renames the parameters: each segment uses the same names, which would collide in one query. */
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
