// Where a wallet is known: to a project by any row that the project has of it, to all by a row of enrichment.

const OF_PROJECTS = ['wallet_profiles', 'wallet_identity', 'wallet_labels', 'wallet_imports'];

/** SQL for the known wallets that meet both conditions, each as often as there are rows of it. */
export const knownWallets = (ofProject: string, ofWallet: string): string =>
  OF_PROJECTS.map((table) => `SELECT wallet FROM ${table} WHERE ${ofProject} AND ${ofWallet}`)
    .concat(`SELECT wallet FROM wallet_enrichment WHERE ${ofWallet}`)
    .join(' UNION ALL ');
