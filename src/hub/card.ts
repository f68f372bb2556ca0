import type { CardFacts } from '../../schemas/card.ts';
import type { Manifest } from '../../schemas/manifest.ts';
import {
  compromisesSection,
  funnelSection,
  licenseSection,
  measurementSection,
  promptSection,
  scoringSection,
  sourceSection,
  warningOf,
} from './card-content.ts';
import { frontMatter } from './card-front-matter.ts';
import { citationSection, loadingSection, rebuildSection } from './card-usage.ts';

/** What stands in a card's commands while it is not known where it will be published. */
export const unnamedRepo = 'ORG/NAME';

export interface CardInput {
  manifest: Manifest;
  facts: CardFacts;
  /** ORG/NAME that the commands in the card use, when it is known already. */
  repo?: string | null;
}

/**
 * README.md of a dataset: front matter for the hub and `datasets`, then what a person needs. Every number comes from
 * the manifest, every judgement from the pipeline's facts. The first line says when this is not the full dataset.
 */
export function renderCard({ manifest, facts, repo }: CardInput): string {
  const name = repo ?? unnamedRepo;
  const sections = [
    warningOf(manifest),
    `# ${facts.prettyName}`,
    facts.description,
    sourceSection(manifest),
    licenseSection(manifest, facts),
    funnelSection(manifest, facts),
    scoringSection(facts),
    promptSection(manifest),
    measurementSection(manifest),
    compromisesSection(facts),
    loadingSection(manifest, facts, name),
    rebuildSection(manifest, facts, name),
    citationSection(facts),
  ];
  return `${frontMatter(manifest, facts)}${sections.filter((section) => section !== null).join('\n\n')}\n`;
}
