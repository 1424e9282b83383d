// The key figures of a wallet or a visitor, side by side.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

export interface FigureListProps {
  readonly figures: readonly (readonly [title: string, value: ComponentChildren])[];
}

export const FigureList = ({ figures }: FigureListProps) => (
  <section class="panel figures-panel" data-span={12} aria-label="Key figures">
    <dl class="figures">
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <span class="figure">{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
