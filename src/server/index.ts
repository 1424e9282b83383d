// `chaintrail/server`: starts a Chaintrail server inside a program of one's own.
export { DatabaseInUseError } from './database/database-errors.js';
export { readSettings, type ServerSettings, SettingsError } from './settings.js';
export { type RunningServer, startServer } from './start-server.js';
