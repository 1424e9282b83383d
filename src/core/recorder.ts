// Takes down a call at once, and completes it in a later task, or before what is known of the visitor changes.
import type { EventChannel } from '../protocol/event-types.js';
import {
  type BareEvent,
  type CompleteEvent,
  createEnrich,
  fixCall,
  type Moment,
  type RecordedCall,
} from './enrich.js';
import type { Filter } from './filter.js';
import type { Pipeline } from './pipeline.js';
import { type Plugins, textOf } from './plugins.js';
import type { ArrivalPorts, Clock } from './ports.js';
import type { Arrival } from './touch.js';
import type { Visitor } from './visitor.js';

export interface RecorderOptions {
  readonly visitor: Visitor;
  readonly ports: Pick<ArrivalPorts, 'readContext' | 'takeArrival' | 'log'>;
  readonly clock: Clock;
  readonly channel: EventChannel;
  readonly filter: Filter;
  readonly plugins: Plugins;
  readonly pipeline: () => Pipeline<RecordedCall, CompleteEvent>;
}

const nameOf = ({ type, event }: BareEvent | RecordedCall): string => event ?? type;

export const createRecorder = (options: RecorderOptions) => {
  const { visitor, clock, filter, plugins, pipeline } = options;
  const { readContext, takeArrival, log } = options.ports;
  const { identity, session, consent } = visitor;
  const enrich = createEnrich({ identity, session, channel: options.channel });
  // A plugin's `enrich` may read the page, so with one each call is completed at once. For `debug`
  // too, so that the log has the order of the calls.
  const isEager = plugins.isEnriching || !!log;
  let moment: Moment = { at: 0, page: {}, arrival: null };
  /**
   * An arrival that no event carries yet. Kept, since the app may have removed the campaign from
   * the URL by the time of the first event.
   */
  let arrival: Arrival | null = null;

  const look = () => {
    arrival = takeArrival() ?? arrival;
    return readContext();
  };

  const record = (bare: BareEvent) => {
    if (consent.state() === 'denied') {
      return log?.(`${nameOf(bare)} is not recorded: the consent is denied`);
    }
    const page = readContext();
    const at = clock.now();
    const isElsewhere = page !== moment.page;
    if (isElsewhere || arrival || at !== moment.at || moment.arrival) {
      moment = { at, page, arrival: (isElsewhere && takeArrival()) || arrival };
      arrival = null;
    }
    pipeline().accept(fixCall(bare, moment));
    // Other verbs may go on to change the visitor or the wallet, so their event is completed before
    // that.
    if (isEager || bare.type !== 'track') pipeline().settle();
  };

  const complete = (call: RecordedCall | CompleteEvent): CompleteEvent | null => {
    if ('channel' in call) return call;
    let why: string | undefined;
    try {
      const event = enrich(call);
      why = filter(event);
      const kept = why ? null : plugins.enrich(event);
      if (kept) {
        session.open();
        log?.(`${nameOf(call)} accepted`);
        return kept;
      }
    } catch (cause) {
      // An option of a wrong type, such as `exclude.paths` without a list, throws here. Nobody
      // would catch it in a later task: the page would see an uncaught error.
      why = textOf(cause);
    }
    pipeline().filter(`${nameOf(call)}: ${why ?? 'a plugin dropped it'}`);
    return null;
  };

  return { record, complete, look };
};
