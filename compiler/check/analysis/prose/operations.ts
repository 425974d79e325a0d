/** Names of parameters that choose an operation, and of those that choose its object. Data. */
import { wordSet } from '../../../base/word-lists.ts';

/** A parameter of one of these names chooses the operation when its values are verbs. */
export const OPERATION_PARAMETERS = wordSet(`
  action action_name action_type api_method cmd command function function_name http_method job method mode op
  operation operation_name operation_type procedure request_type rpc subcommand task task_type to_do tool tool_name
  type_of_action type_of_operation verb what what_to_do
`);

/** They choose the operation even when their values are not listed. */
export const SURE_OPERATIONS = wordSet(`
  action action_name api_method cmd command function function_name http_method method op operation operation_name
  operation_type procedure rpc subcommand tool tool_name type_of_operation verb what_to_do
`);

/** Texts that name the kind of thing the operation is to work on. */
export const KIND_PARAMETERS = wordSet(`
  collection collection_name doctype endpoint entity entity_type model_name object_type record_type resource
  resource_type table table_name
`);

/** Objects that hold the data of any operation. */
export const DATA_PARAMETERS = wordSet(`
  arg args argument arguments attributes body config content data details entity extra fields flags input inputs
  kwargs message object options parameters params payload properties record resource settings spec value values
`);

/** The second half of names that promise everything: execute_query, call_api, run_operation. */
export const WHOLE_INTERFACES = wordSet(`
  action api endpoint function graphql http method mutation operation query request sql statement tool
`);

/** Operations that add things; a tool with three of these four kinds is several tools. */
export const CREATING = wordSet('add append book create import insert make new open post register upload');

/** Operations that only look; a tool with three of these four kinds is several tools. */
export const READING = wordSet(`
  count describe fetch find get list look query read retrieve search select show view
`);

/** Operations that change things; a tool with three of these four kinds is several tools. */
export const CHANGING = wordSet('change edit modify move patch put rename replace reschedule set update upsert');

/** Operations that take things away; a tool with three of these four kinds is several tools. */
export const REMOVING = wordSet('archive cancel clear close delete destroy drop purge remove unregister');
