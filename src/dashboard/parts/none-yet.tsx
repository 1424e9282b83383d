// Shown in place of an empty list: says what the list is for, or how to get a key that may add to it.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Scope } from '../../protocol/scopes.js';
import { keyCommandWith } from '../format/explain-error.js';
import { useKey, useMay } from '../state/key.js';
import { Command } from './command.js';
import { Empty } from './panel.js';

export interface NoneYetProps {
  /** What the list is of: "boards". */
  readonly what: string;
  /** The scope that allows to create an entry. */
  readonly scope: Scope;
  /** What an entry is for; shown to users whose key may create one. */
  readonly purpose: string;
  /** Links to the documentation. */
  readonly children: ComponentChildren;
}

export function NoneYet({ what, scope, purpose, children }: NoneYetProps) {
  const { data } = useKey();
  const mayWrite = useMay(scope);
  return (
    <Empty>
      <p class="problem-title">No {what} yet</p>
      {mayWrite ? (
        <p>{purpose}</p>
      ) : (
        data !== undefined && (
          <>
            <p>This key can only view {what}. Create a key that can edit them:</p>
            <Command text={keyCommandWith(scope)} />
          </>
        )
      )}
      <p>{children}</p>
    </Empty>
  );
}
