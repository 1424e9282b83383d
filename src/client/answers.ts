// Answers as callers get them: a later release may add members to an enum, and code must not break on it.
import type { Alert as WireAlert } from '../protocol/alerts/alert.js';
import type { Delivery as WireDelivery } from '../protocol/alerts/delivery.js';
import type { Board as WireBoard } from '../protocol/boards/board.js';
import type { Chart as WireChart } from '../protocol/boards/chart.js';
import type { Contract as WireContract } from '../protocol/contracts/contract.js';
import type { Key as WireKey, Project as WireProject } from '../protocol/keys/routes.js';
import type { Label as WireLabel } from '../protocol/profiles/labels.js';
import type { Profile as WireProfile } from '../protocol/profiles/profile.js';
import type { Operation, RouteAnswer as WireAnswer } from '../protocol/routes.js';
import type { Segment as WireSegment } from '../protocol/segments/segment.js';

/** A type whose enums take any text, while editors still offer the known members. */
export type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends readonly (infer Item)[]
    ? Open<Item>[]
    : T extends object
      ? { [K in keyof T]: Open<T[K]> }
      : T;

/** What an operation answers. */
export type RouteAnswer<O extends Operation> = Open<WireAnswer<O>>;

export type Alert = Open<WireAlert>;
export type Board = Open<WireBoard>;
export type Chart = Open<WireChart>;
export type Contract = Open<WireContract>;
export type Delivery = Open<WireDelivery>;
export type Key = Open<WireKey>;
export type Label = Open<WireLabel>;
export type Profile = Open<WireProfile>;
export type Project = Open<WireProject>;
export type Segment = Open<WireSegment>;
