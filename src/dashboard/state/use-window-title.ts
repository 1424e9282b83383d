// Names the window after what is looked at, once that is known.
import { useLayoutEffect } from 'preact/hooks';

export function useWindowTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    if (title) document.title = `${title} · Chaintrail`;
  }, [title]);
}
