// A separate module, so that the parser is loaded only to read a feed.
export { parse } from 'yaml';
