/** Names of parameters that choose an operation, and of those that choose its object. Data. */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** A parameter of one of these names chooses the operation when its values are verbs. */
export const OPERATION_PARAMETERS: ReadonlySet<string> = list(`
action action_type api_method cmd command function function_name http_method method op operation operation_name operation_type tool tool_name
verb
`);

/** They choose the operation even when their values are not listed. */
export const SURE_OPERATIONS: ReadonlySet<string> = list(`
action api_method function function_name http_method method op operation operation_name tool tool_name
`);

/** Texts that name the kind of thing the operation is to work on. */
export const KIND_PARAMETERS: ReadonlySet<string> = list(`
collection collection_name endpoint entity entity_type model_name object_type record_type resource resource_type table table_name
`);

/** Objects that hold the data of any operation. */
export const DATA_PARAMETERS: ReadonlySet<string> = list(`
args arguments body data entity fields kwargs object parameters params payload properties record resource
`);

/** The second half of names that promise everything: execute_query, call_api, run_operation. */
export const WHOLE_INTERFACES: ReadonlySet<string> = list(`
action api endpoint function graphql http method mutation operation query request sql statement tool
`);
