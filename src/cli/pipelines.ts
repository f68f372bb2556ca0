import { effibench } from '../../pipelines/effibench/pipeline.ts';
import { mercury } from '../../pipelines/mercury/pipeline.ts';
import { UserError } from '../../schemas/errors.ts';
import type { AnyPipeline } from '../build/pipeline.ts';

/** Every benchmark there is. */
export const pipelines: readonly AnyPipeline[] = [effibench as AnyPipeline, mercury as AnyPipeline];

export function pipelineNamed(name: string): AnyPipeline {
  const found = pipelines.find((pipeline) => pipeline.name === name);
  if (!found)
    throw new UserError(
      `there is no benchmark ${name}; there are ${pipelines.map((p) => p.name).join(', ')}`,
    );
  return found;
}
