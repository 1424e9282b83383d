// The icons, drawn as lines in the colour of the text. They are hidden from screen readers: a text says the same.
/** @jsxImportSource preact */

const PATHS = {
  overview: 'M4 19V11M10 19V5M16 19V13M21 19H2',
  live: 'M3 12h4l3-7 4 14 3-7h4',
  wallets: 'M4 7h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h10M16 13h.01',
  boards: 'M4 4h7v7H4zM13 4h7v5h-7zM13 13h7v7h-7zM4 15h7v5H4z',
  alerts: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'm5 13 4 4 10-10',
  close: 'M6 6l12 12M18 6 6 18',
  filter: 'M4 6h16M7 12h10M10 18h4',
  calendar: 'M5 6h14v14H5zM5 10h14M9 4v4M15 4v4',
  system: 'M4 5h16v11H4zM9 20h6',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5',
  dark: 'M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10',
  docs: 'M6 4h12v16H8a2 2 0 0 1-2-2zM6 18a2 2 0 0 1 2-2h10M10 8h4',
  leave: 'M10 5H5v14h5M15 8l4 4-4 4M19 12H9',
  back: 'M15 5l-7 7 7 7',
  next: 'm9 5 7 7-7 7',
  up: 'm5 15 7-7 7 7',
  down: 'm5 9 7 7 7-7',
  add: 'M12 5v14M5 12h14',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M16 16l4 4',
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5l11 7-11 7z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
