/** What an all-purpose tool is made of: a parameter that says what to do, and one that says to what. Data. */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** A parameter of one of these names chooses the operation. */
export const OPERATION_PARAMETERS: ReadonlySet<string> = list(`
action action_type api_method cmd command function function_name http_method method mode op operation operation_name operation_type request_type
task tool tool_name type verb
`);

/** They choose the operation even when their values are not listed. */
export const SURE_OPERATIONS: ReadonlySet<string> = list(`
action api_method function function_name http_method method op operation operation_name tool tool_name
`);

/** A parameter of one of these names takes whatever the operation is to work on. */
export const TARGET_PARAMETERS: ReadonlySet<string> = list(`
args arguments body collection collection_name data endpoint entities entity entity_type kwargs model_name object object_type options parameters
params path payload properties record record_type records resource resource_type table table_name
`);

/** The second half of names that promise everything: execute_query, call_api, run_operation. */
export const WHOLE_INTERFACES: ReadonlySet<string> = list(`
action api command endpoint function graphql method mutation operation query request sql statement tool
`);
