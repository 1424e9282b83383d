// What Vite's examples read of the environment.
interface ImportMeta {
  readonly env: {
    readonly VITE_WRITE_KEY: string;
    readonly VITE_API_HOST?: string;
    readonly VITE_RPC_URL?: string;
  };
}
