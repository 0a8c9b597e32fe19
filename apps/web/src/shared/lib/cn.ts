/** Joins class names. Use it to add layout classes, not to override the classes of a component. */
export { clsx as cn } from 'clsx';
