// By what a wallet is known: to a project by any row of its own, to all by what was enriched.

const OF_PROJECTS = ['wallet_profiles', 'wallet_identity', 'wallet_labels', 'wallet_imports'];

/** SQL of those `wallet` that are known and meet both conditions, as often as there are rows of them. */
export const knownWallets = (ofProject: string, ofWallet: string): string =>
  OF_PROJECTS.map((table) => `SELECT wallet FROM ${table} WHERE ${ofProject} AND ${ofWallet}`)
    .concat(`SELECT wallet FROM wallet_enrichment WHERE ${ofWallet}`)
    .join(' UNION ALL ');
