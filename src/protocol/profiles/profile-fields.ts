// The names of a profile's fields, by group, as the wire, the columns and the search conditions share them.

/** Accounts and names that a search can ask for (API document, field paths). */
export const SOCIAL_FIELDS = [
  'ens',
  'farcaster',
  'lens',
  'basenames',
  'linea',
  'discord',
  'telegram',
  'twitter',
  'github',
  'linkedin',
  'email',
] as const;

/** Who stands behind a wallet; identify events and enrichment fill them. */
export const IDENTITY_FIELDS = [
  ...SOCIAL_FIELDS,
  'website',
  'instagram',
  'facebook',
  'tiktok',
  'youtube',
  'reddit',
  'avatar',
  'display_name',
  'description',
] as const;

/** What brought a wallet: each once with `first_` and once with `last_`. */
export const ATTRIBUTION_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'referrer',
  'referrer_url',
  'ref',
] as const;

export const DEVICE_FIELDS = ['location', 'device', 'browser', 'os'] as const;

/** Stages of a wallet, in the order in which they are tried (decision N-23). */
export const LIFECYCLES = [
  'Churned',
  'New',
  'Power user',
  'Resurrected',
  'At Risk',
  'Returning',
] as const;

/** What a search can be ordered by; the first is the default. */
export const PROFILE_ORDERS = [
  'last_onchain',
  'first_onchain',
  'net_worth_usd',
  'updated_at',
  'tx_count',
  'first_seen',
  'last_seen',
  'num_sessions',
  'revenue',
  'volume',
  'points',
] as const;

/** Sections that are answered only when they are asked for. */
export const PROFILE_EXPANSIONS = ['apps', 'chains', 'tokens', 'labels'] as const;

export type Lifecycle = (typeof LIFECYCLES)[number];
export type ProfileOrder = (typeof PROFILE_ORDERS)[number];
export type ProfileExpansion = (typeof PROFILE_EXPANSIONS)[number];
