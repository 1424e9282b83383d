// What is known about a wallet or a visitor, as a list of names and values.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { countryName } from '../format/names.js';
import { Panel } from './panel.js';

/** A fact without a value is left out. */
export type Fact = readonly [name: string, value: ComponentChildren];

export const countryFact = (code: string | null | undefined): Fact => [
  'Country',
  code && countryName(code),
];

/** @param parts the kind of device, the browser and the operating system, as far as they are known */
export const deviceFact = (parts: readonly (string | null | undefined)[]): Fact => [
  'Device',
  parts.filter(Boolean).join(' · '),
];

export const AboutPanel = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <Panel title="About" span={4}>
    <dl class="facts">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  </Panel>
);
