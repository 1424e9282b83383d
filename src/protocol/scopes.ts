// What an API key may be allowed to do (API document, Authentication; decision N-67).

export const SCOPES = [
  'query:read',
  'profiles:read',
  'profiles:write',
  'alerts:read',
  'alerts:write',
  'boards:read',
  'boards:write',
  'contracts:read',
  'contracts:write',
  'segments:read',
  'segments:write',
] as const;

export type Scope = (typeof SCOPES)[number];
