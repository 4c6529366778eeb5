// A separate module, so that the parser is loaded only to read an appcast.
export { SaxesParser } from 'saxes';
