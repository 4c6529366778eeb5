// What makes elements, in every file: as calls with the children at the end they are shorter than as objects.
export { Fragment, h } from 'preact';
