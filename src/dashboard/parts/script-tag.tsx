// The script tag to paste into a page. The user types the write key: an API key cannot read it from the server.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { readPageFacts } from '../state/page-facts.js';
import { Command } from './command.js';

/** The form of a JWT. Nothing else may be filled in: the key becomes part of code that is pasted into a page. */
const WRITE_KEY = /^[\w-]+\.[\w-]+\.[\w-]+$/;
export const isWriteKey = (text: string): boolean => WRITE_KEY.test(text);

const PLACEHOLDER = 'WRITE_KEY';

export const scriptTag = (writeKey: string): string =>
  `<script async src="${readPageFacts().publicUrl}/chaintrail.js" data-write-key="${writeKey}"></script>`;

export interface WithWriteKeyProps {
  readonly children: (writeKey: string) => ComponentChildren;
}

/** A field for the write key, above the snippets that it is filled into. */
export function WithWriteKey({ children }: WithWriteKeyProps) {
  const id = useId();
  const [text, setText] = useState('');
  const typed = text.trim();
  const isKey = isWriteKey(typed);
  return (
    <>
      <div class="write-key">
        <label for={id}>Write key</label>
        <input
          id={id}
          type="text"
          value={text}
          placeholder="ey…"
          spellcheck={false}
          autocomplete="off"
          aria-invalid={typed !== '' && !isKey}
          aria-describedby={`${id}-note`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p id={`${id}-note`} class="note">
          {typed === '' || isKey ? (
            <>
              Paste it here to add it to the code below. The server printed it at its first start.
              To see it again, run <code>npx chaintrail writekey list --json</code> on the server.
            </>
          ) : (
            'This is not a write key, which begins with ey and has three parts separated by dots.'
          )}
        </p>
      </div>
      {children(isKey ? typed : PLACEHOLDER)}
    </>
  );
}

export const ScriptTag = ({ writeKey }: { readonly writeKey: string }) => (
  <Command what="script tag" text={scriptTag(writeKey)} />
);
