/** Joins class names. It serves layout next to the classes of a component, not to override them. */
export { clsx as cn } from 'clsx';
