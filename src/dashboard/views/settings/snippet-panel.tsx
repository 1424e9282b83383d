// The snippets with which a page or an app begins to send events to this server.
/** @jsxImportSource preact */
import { Command } from '../../parts/command.js';
import { Panel } from '../../parts/panel.js';
import { ScriptTag, WithWriteKey } from '../../parts/script-tag.js';
import { readPageFacts } from '../../state/page-facts.js';

const appCode = (writeKey: string) =>
  `import { createTracker } from 'chaintrail';\n\nconst tracker = createTracker({ writeKey: '${writeKey}', apiHost: '${readPageFacts().publicUrl}' });`;

export const SnippetPanel = () => (
  <Panel title="Send events" span={6} note="With a write key, which can only send events">
    <WithWriteKey>
      {(writeKey) => (
        <>
          <h3>In a page</h3>
          <ScriptTag writeKey={writeKey} />
          <h3>In an app</h3>
          <Command what="snippet" text={appCode(writeKey)} />
        </>
      )}
    </WithWriteKey>
  </Panel>
);
