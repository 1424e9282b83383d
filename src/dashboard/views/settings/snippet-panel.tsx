// How a page or an app begins to send events to this server.
/** @jsxImportSource preact */
import { Command } from '../../parts/command.js';
import { Panel } from '../../parts/panel.js';
import { readPageFacts } from '../../state/page-facts.js';

export function SnippetPanel() {
  const { publicUrl } = readPageFacts();
  return (
    <Panel title="Send events" span={6} note="With a write key, which may do nothing else">
      <h3>In a page</h3>
      <Command
        what="script tag"
        text={`<script async src="${publicUrl}/chaintrail.js" data-write-key="WRITE_KEY"></script>`}
      />
      <h3>In an app</h3>
      <Command
        what="snippet"
        text={`import { createTracker } from 'chaintrail';\n\nconst tracker = createTracker({ writeKey: 'WRITE_KEY', apiHost: '${publicUrl}' });`}
      />
    </Panel>
  );
}
