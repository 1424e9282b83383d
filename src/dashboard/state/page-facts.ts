// What the server wrote into the page about itself.

export interface PageFacts {
  readonly hasDemo: boolean;
  /** The origin at which browsers reach the server. */
  readonly publicUrl: string;
}

export const readPageFacts = (): PageFacts => {
  const { demo, publicUrl } = document.documentElement.dataset;
  return { hasDemo: demo === 'on', publicUrl: publicUrl || location.origin };
};
