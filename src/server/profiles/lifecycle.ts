// The stage of a wallet, from the days on which it was seen (decision N-23).
import type { Lifecycle } from '../../protocol/profiles/profile-fields.js';

/** Whole days, UTC. */
export interface LifecycleThresholds {
  /** Churned: not seen for so many days. Default 30. */
  readonly churnedDays: number;
  /** New: first seen less than so many days ago. Default 30. */
  readonly newDays: number;
  /** Power user: active on so many of the last 30 days. Default 5. */
  readonly powerUserDays: number;
  /** Resurrected: back within the last 30 days after so many without activity. Default 30. */
  readonly resurrectedDays: number;
  /** At Risk: not seen for so many days, but active 30 to 60 days ago. Default 14. */
  readonly atRiskDays: number;
}

export const DEFAULT_LIFECYCLE: LifecycleThresholds = {
  churnedDays: 30,
  newDays: 30,
  powerUserDays: 5,
  resurrectedDays: 30,
  atRiskDays: 14,
};

const stage = (name: Lifecycle): string => `'${name}'`;

// Days before today; an event of a clock that is ahead lies a day in the future.
const AGES = "arrayMap(day -> dateDiff('day', day, {today:Date}), activity_dates)";

/**
 * SQL over the columns of `profiles`; an empty text for a wallet without events. First match wins.
 * Takes the parameters of `lifecycleParameters`.
 */
export const LIFECYCLE_SQL = `multiIf(
  isNull(last_seen), '',
  arrayMin(${AGES}) >= {churned_days:UInt32}, ${stage('Churned')},
  arrayMax(${AGES}) < {new_days:UInt32}, ${stage('New')},
  arrayCount(age -> age < 30, ${AGES}) >= {power_user_days:UInt32}, ${stage('Power user')},
  arrayExists(
    (gap, age) -> gap >= {resurrected_days:UInt32} AND age < 30,
    arrayPopFront(arrayDifference(arraySort(activity_dates))),
    arrayPopFront(arrayReverseSort(${AGES}))
  ), ${stage('Resurrected')},
  arrayMin(${AGES}) >= {at_risk_days:UInt32} AND arrayExists(age -> age BETWEEN 30 AND 60, ${AGES}), ${stage('At Risk')},
  ${stage('Returning')})`;

/** @param now milliseconds since 1970 */
export const lifecycleParameters = (thresholds: LifecycleThresholds, now: number) => ({
  today: new Date(now).toISOString().slice(0, 10),
  churned_days: thresholds.churnedDays,
  new_days: thresholds.newDays,
  power_user_days: thresholds.powerUserDays,
  resurrected_days: thresholds.resurrectedDays,
  at_risk_days: thresholds.atRiskDays,
});
