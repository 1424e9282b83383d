// `chaintrail/server`: starts a Chaintrail server inside your own program.
export { DatabaseInUseError } from './database/database-errors.js';
export { readSettings, type ServerSettings, SettingsError } from './settings/settings.js';
export { type RunningServer, startServer } from './start/start-server.js';
