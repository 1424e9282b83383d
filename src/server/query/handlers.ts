// The query operation of the API.
import type { ApiHandlers } from '../http/handlers.js';
import type { QueryService } from './service.js';

export const queryHandlers = (service: QueryService): Pick<ApiHandlers, 'runQuery'> => ({
  runQuery: ({ input, identity }) => {
    const { query, ...days } = input.body;
    return service.run(query, identity, { days });
  },
});
