// What is said where a list has nothing: what it is for, or how to get a key that writes into it.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Scope } from '../../protocol/scopes.js';
import { keyCommandWith } from '../format/explain-error.js';
import { useKey, useMay } from '../state/key.js';
import { Command } from './command.js';
import { Empty } from './panel.js';

export interface NoneYetProps {
  /** Of what: "boards". */
  readonly what: string;
  /** That makes one. */
  readonly scope: Scope;
  /** Told to those who may make one. */
  readonly purpose: string;
  /** Where to read more. */
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
            <p>This key reads {what} and makes none. One that does:</p>
            <Command text={keyCommandWith(scope)} />
          </>
        )
      )}
      <p>{children}</p>
    </Empty>
  );
}
