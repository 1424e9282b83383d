// The parameters by which campaigns, links and ad platforms say where a visitor came from.

/** Parameters by which ad platforms mark a click. */
export const CLICK_IDS = [
  'gclid',
  'gad_source',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'twclid',
  'li_fat_id',
  'rdt_cid',
  'ttclid',
] as const;

/**
 * All parameters, as URLs and contexts name them:
 * https://support.google.com/analytics/answer/10917952
 */
export const CAMPAIGN_PARAMETERS: readonly string[] = [
  'ref',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  ...CLICK_IDS,
];
