// What WCAG 2.2 AA asks of a page and a program can see, and that nothing leaves the screen at its side.
// It runs in the page, makes the last of each choice, and sends what it found to the frame around it.
setTimeout(() => {
  const faults = [], all = selector => [...document.querySelectorAll(selector)];
  const fault = (what, element) => {
    const text = element ? `${what}: <${element.tagName.toLowerCase()}> ${(element.textContent || "").trim().slice(0, 40)}` : what;
    if (faults.length < 40 && !faults.includes(text)) faults.push(text);
  };
  const groups = all(".filter > div");
  const inputs = group => [...group.querySelectorAll(":scope > input")];
  groups.forEach(group => inputs(group).at(-1).click());
  all(".filter input").forEach(input => all(`.part.${input.id}`).forEach(part => {
    if ((getComputedStyle(part).display !== "none") !== input.checked) fault("a choice is not followed", part);
  }));
  setTimeout(() => {
    if (!document.documentElement.lang) fault("the page has no language");
    if (!document.title.trim()) fault("the page has no title");
    for (const [selector, count] of [["h1", 1], ["main", 1], ["nav", 1]])
      if (all(selector).length !== count) fault(`not one ${selector}`);
    let depth = 0;
    all("h1,h2,h3,h4,h5,h6").forEach(heading => {
      const next = Number(heading.tagName[1]);
      if (next > depth + 1) fault("a heading skips a level", heading);
      if (!heading.textContent.trim()) fault("an empty heading", heading);
      depth = next;
    });
    const ids = all("[id]").map(element => element.id);
    if (new Set(ids).size !== ids.length) fault("an id appears twice");
    all("img").forEach(image => { if (!image.alt.trim()) fault("a picture without words", image); });
    all("canvas").forEach(canvas => {
      if (canvas.getAttribute("role") !== "img" || !canvas.getAttribute("aria-label")) fault("a chart without words", canvas);
    });
    all("input").forEach(input => {
      if (![...input.labels].some(label => label.textContent.trim())) fault("a choice without a label", input);
    });
    all("[role=group],[role=region],nav").forEach(part => {
      if (!part.getAttribute("aria-label")) fault("a part without a name", part);
    });
    all("table").forEach(table => { if (!table.caption || !table.caption.textContent.trim()) fault("a table without a caption", table); });
    all("th").forEach(cell => { if (!cell.scope) fault("a heading of a table without a scope", cell); });
    all("a").forEach(link => { if (!link.textContent.trim()) fault("a link without words", link); });

    const isShown = element => element.checkVisibility() && element.getClientRects().length > 0;
    all("*").filter(isShown).forEach(element => {
      const style = getComputedStyle(element), box = element.getBoundingClientRect();
      const scrolls = element.scrollWidth > element.clientWidth && ["auto", "scroll"].includes(style.overflowX);
      if (scrolls && element.tabIndex !== 0 && !element.querySelector(":scope > input")) fault("scrolls, and not by keys", element);
      if (box.right > innerWidth + 1 && !element.closest(".table,.filter")) fault("leaves the screen", element);
    });
    // On paper nothing scrolls.
    all(".table").filter(isShown).forEach(table => {
      if (getComputedStyle(table).maxHeight === "none" && table.scrollWidth > table.clientWidth + 1) fault("a table leaves the paper", table);
    });
    if (document.documentElement.scrollWidth > innerWidth) fault("the page scrolls sideways");
    // The app's own least size of what a finger touches.
    all("nav a,.filter label,summary").filter(isShown).forEach(target => {
      if (target.getBoundingClientRect().height < 43.5) fault("too small to touch", target);
    });

    // A word is on one line, unless it is as long as a name of a file.
    all("dt,dd,td").filter(isShown).forEach(element => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), range = document.createRange();
      while (texts.nextNode()) {
        for (const word of texts.currentNode.textContent.matchAll(/\S+/g)) {
          if (word[0].length > 14) continue;
          range.setStart(texts.currentNode, word.index);
          range.setEnd(texts.currentNode, word.index + word[0].length);
          if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) fault("a broken word", element);
        }
      }
    });

    const channels = colour => (colour.match(/[\d.]+/g) || []).map(Number);
    const luminance = rgb => {
      const [r, g, b] = rgb.map(value => value / 255).map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const background = element => {
      for (let one = element; one; one = one.parentElement) {
        const colour = channels(getComputedStyle(one).backgroundColor);
        if (colour.length === 3 || colour[3] === 1) return colour.slice(0, 3);
      }
      return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (!texts.currentNode.textContent.trim() || ["SCRIPT", "STYLE"].includes(element.tagName) || !isShown(element)) continue;
      const style = getComputedStyle(element), size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
      const [one, two] = [luminance(channels(style.color).slice(0, 3)), luminance(background(element))];
      if ((Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) < (isLarge ? 3 : 4.5)) fault("too little contrast", element);
    }

    const charts = all("canvas").filter(isShown);
    const pixels = canvas => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    // A radar's area is filled in the first colour of all charts: its grid and its points are not enough.
    const filled = data => {
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (Math.abs(data[at] - 59) < 16 && Math.abs(data[at + 1] - 130) < 16 && Math.abs(data[at + 2] - 246) < 16 && data[at + 3] > 30) count += 1;
      }
      return count;
    };
    const drawn = charts.filter(canvas => canvas.width > 0 && canvas.height > 0
      && (canvas.closest(".kind-radar") ? filled(pixels(canvas)) > 250 : pixels(canvas).some(value => value > 0)));
    parent.postMessage(JSON.stringify(
      { faults, charts: charts.length, drawn: drawn.length, width: innerWidth, tabs: groups.length }), "*");
  }, 600);
}, 400);
