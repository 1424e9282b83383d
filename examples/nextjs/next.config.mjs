// Settings of Next for this example.

export default {
  // `next dev` shows a button of its own otherwise.
  devIndicators: false,
};
