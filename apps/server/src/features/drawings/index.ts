/** Users' drawings on charts. */

export { registerDrawingRoutes } from './drawings.routes.ts';
export { createDrawings, type Drawings } from './drawings.ts';
export { DRAWING_SECTIONS } from './export-sections.ts';
