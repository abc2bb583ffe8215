/** For tests: what `scene-schema.mjs` exports. */
export function sceneSchemaText(): string;
export function madeOfScenes(text: string): { [name: string]: string };
