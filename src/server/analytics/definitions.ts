// The definitions of funnels, retention and flows, which come from a query string or from a board's chart.

import type { Dimension } from '../../protocol/analytics/dimensions.js';
import {
  type ConversionWindow,
  conversionWindowSchema,
  type FunnelStep,
  type FunnelType,
  funnelStepSchema,
  funnelStepsSchema,
} from '../../protocol/analytics/funnel.js';
import type { Period } from '../../protocol/analytics/retention.js';
import { invalidParameter } from './invalid-parameter.js';
import { repeatedName } from './questions/steps.js';
import { createJsonReader } from './read-json.js';

/** A funnel as it was defined; its conditions are not checked yet. */
export interface FunnelDefinition {
  readonly steps: readonly FunnelStep[];
  /** Default 2 hours. */
  readonly conversionWindow?: ConversionWindow | undefined;
  /** Default closed. */
  readonly type?: FunnelType | undefined;
  readonly groupBy?: Dimension | undefined;
}

export interface RetentionDefinition {
  /** Default day. */
  readonly period?: Period | undefined;
  /** The event that puts a visitor into a cohort. Default: any event. */
  readonly entry?: FunnelStep | undefined;
  /** The event that counts as coming back. Default: any event. */
  readonly comeBack?: FunnelStep | undefined;
}

export interface FlowDefinition {
  /** The event at which paths begin. Default: the start of the session. */
  readonly start?: FunnelStep | undefined;
  /** Most nodes of a path. Default 3. */
  readonly maxSteps?: number | undefined;
  /** Nodes of a step that are shown by name; the others become Others. Default 5. */
  readonly nodesPerStep?: number | undefined;
}

const HOUR_MS = 3_600_000;
const UNIT_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };

/**
 * 40 years, which is practically no limit. A longer window added to an event's order (2^22 per ms) overflows
 * 64 bits.
 */
const LONGEST_WINDOW_MS = 40 * 365 * UNIT_MS.day;

/** Milliseconds; default 2 hours (API document, Conversion window). */
export const conversionWindowMs = (window: ConversionWindow = { value: 2, unit: 'hour' }): number =>
  Math.min(window.value * UNIT_MS[window.unit], LONGEST_WINDOW_MS);

const readSteps = createJsonReader('query.steps', funnelStepsSchema);

export function readFunnelSteps(text: string): readonly FunnelStep[] {
  const steps = readSteps(text);
  const fault = repeatedName(steps);
  if (fault === undefined) return steps;
  throw invalidParameter('query.steps', ...fault);
}

export const readConversionWindow = createJsonReader(
  'query.conversion_window',
  conversionWindowSchema,
);
export const readEntry = createJsonReader('query.entry', funnelStepSchema);
export const readReturn = createJsonReader('query.return', funnelStepSchema);
export const readStart = createJsonReader('query.start', funnelStepSchema);
