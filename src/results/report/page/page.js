// Zoom, pan and values under the pointer for the charts that the page has already drawn. Zooming scales
// the drawing (lines keep their width) and redraws the axes; it computes nothing else.
"use strict";
(() => {
  const charts = new Map(), views = new Map();

  function scaleOf(axis) {
    return (axis.log ? d3.scaleLog() : d3.scaleLinear()).domain(axis.domain).range(axis.range);
  }

  function drawAxis(group, axis, scale, isX, base, left) {
    const [low, high] = d3.extent(scale.domain()), isMarked = Boolean(axis.ticks);
    const ticks = isMarked ? axis.ticks.filter((t) => t >= low && t <= high) : scale.ticks(5);
    const format = isMarked ? d3.format(".4~g") : scale.tickFormat(5);
    group.selectAll("*").remove();
    group.selectAll("text").data(ticks).enter().append("text")
      .attr("x", (t) => isX ? scale(t) : left - 5)
      .attr("y", (t) => isX ? base + 15 : scale(t) + 4)
      .attr("text-anchor", isX ? "middle" : "end")
      .text(format);
    return ticks;
  }

  function button(tools, label, title, act) {
    tools.append("button").attr("type", "button").attr("title", title).attr("aria-label", title)
      .text(label).on("click", act);
  }

  function make(figure) {
    const spec = JSON.parse(figure.querySelector("script").textContent);
    const root = d3.select(figure), svg = root.select("svg"), content = svg.select(".content");
    const x0 = scaleOf(spec.x), y0 = scaleOf(spec.y);
    const [left, right] = spec.x.range, [base, top] = spec.y.range;
    let current = d3.zoomIdentity;
    const chart = { x: x0, y: y0, zoomed: false };
    charts.set(figure.id, chart);

    function show(transform) {
      current = transform;
      // Rows and columns of names stay where they are: only the other axis is zoomed.
      const x = spec.x.names ? x0 : transform.rescaleX(x0), y = spec.y.names ? y0 : transform.rescaleY(y0);
      chart.x = x; chart.y = y; chart.zoomed = transform.k !== 1;
      const kx = spec.x.names ? 1 : transform.k, ky = spec.y.names ? 1 : transform.k;
      content.attr("transform", `translate(${spec.x.names ? 0 : transform.x},${spec.y.names ? 0 : transform.y}) ` +
        `scale(${kx},${ky})`);
      const xs = spec.x.names ? [] : drawAxis(svg.select(".axis.x"), spec.x, x, true, base, left);
      const ys = spec.y.names ? [] : drawAxis(svg.select(".axis.y"), spec.y, y, false, base, left);
      svg.select(".grid").attr("d", xs.map((t) => `M${x(t)} ${top}V${base}`).join("") +
        ys.map((t) => `M${left} ${y(t)}H${right}`).join(""));
    }

    const zoom = d3.zoom().scaleExtent([1, 200])
      .extent([[left, top], [right, base]]).translateExtent([[left, top], [right, base]])
      // The wheel alone scrolls the page, as usual.
      .filter(() => d3.event.type === "wheel" ? d3.event.ctrlKey || d3.event.shiftKey
        : d3.event.type.startsWith("touch") ? d3.event.touches.length > 1 : !d3.event.button)
      .on("zoom", () => show(d3.event.transform));
    svg.call(zoom).attr("tabindex", 0).on("keydown", () => {
      const move = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[d3.event.key];
      if (d3.event.key === "+" || d3.event.key === "=") svg.call(zoom.scaleBy, 1.5);
      else if (d3.event.key === "-") svg.call(zoom.scaleBy, 1 / 1.5);
      else if (d3.event.key === "0" || d3.event.key === "Escape") svg.call(zoom.transform, d3.zoomIdentity);
      else if (move && current.k > 1) svg.call(zoom.translateBy, move[0] / current.k, move[1] / current.k);
      else return;
      d3.event.preventDefault();
    });
    const tools = root.insert("div", "svg").attr("class", "tools");
    button(tools, "+", "Zoom in (Ctrl and wheel, or +)", () => svg.call(zoom.scaleBy, 1.5));
    button(tools, "−", "Zoom out (−)", () => svg.call(zoom.scaleBy, 1 / 1.5));
    button(tools, "reset", "Whole chart (0)", () => svg.call(zoom.transform, d3.zoomIdentity));
    button(tools, "⤢", "Full page width, or back", () => figure.classList.toggle("enlarged"));
    addReadout(figure, spec, chart, svg);
  }

  // Shows the numbers of all series nearest to the pointer.
  function addReadout(figure, spec, chart, svg) {
    const data = spec.data;
    if (!data.x || !data.series) return;
    const readout = d3.select(figure).append("p").attr("class", "readout").attr("aria-live", "polite");
    const format = d3.format(".5~g");
    svg.on("mousemove", () => {
      const at = chart.x.invert(d3.mouse(svg.node())[0]);
      let k = d3.bisector((v) => v).left(data.x, at);
      if (k > 0 && (k >= data.x.length || at - data.x[k - 1] < data.x[k] - at)) k -= 1;
      const parts = data.series.filter((s) => s.y[k] !== null && s.y[k] !== undefined)
        .map((s) => `${s.name}: ${format(s.y[k])}`);
      readout.text(`${spec.x.label || ""} ${format(data.x[k])}: ${parts.join(", ")}`);
    }).on("mouseleave", () => readout.text(""));
  }

  // Objects in space; the pointer or the arrow keys turn the view.
  function turn(figure) {
    const spec = JSON.parse(figure.querySelector("script").textContent);
    const svg = d3.select(figure).select("svg"), nodes = svg.select(".things").selectAll("path,text").nodes();
    const size = svg.node().viewBox.baseVal;
    const view = { azimuth: spec.azimuth, elevation: spec.elevation };
    views.set(figure.id, view);
    figure.classList.add("turning");

    function project(p) {
      const a = view.azimuth * Math.PI / 180, e = view.elevation * Math.PI / 180;
      const [x, y, z] = p.map((v, k) => v - spec.centre[k]);
      const across = x * Math.cos(a) + y * Math.sin(a), ahead = -x * Math.sin(a) + y * Math.cos(a);
      return [size.width / 2 + spec.scale * across,
        size.height / 2 - spec.scale * (ahead * Math.sin(e) + z * Math.cos(e))];
    }

    function show() {
      spec.items.forEach((points, k) => {
        const at = points.map(project);
        if (nodes[k].tagName === "text") {
          const half = 3.1 * nodes[k].textContent.length;
          nodes[k].setAttribute("x", Math.max(half, Math.min(size.width - half, at[0][0])));
          nodes[k].setAttribute("y", at[0][1]);
        } else {
          nodes[k].setAttribute("d", "M" + at.map((p) => p.map((v) => v.toFixed(1)).join(" ")).join("L"));
        }
      });
    }

    function by(azimuth, elevation) {
      view.azimuth = (view.azimuth + azimuth) % 360;
      view.elevation = Math.max(-90, Math.min(90, view.elevation + elevation));
      show();
    }

    svg.call(d3.drag().on("drag", () => by(-d3.event.dx / 2, d3.event.dy / 2)))
      .attr("tabindex", 0).on("keydown", () => {
        const step = { ArrowLeft: [5, 0], ArrowRight: [-5, 0], ArrowUp: [0, 5], ArrowDown: [0, -5] }[d3.event.key];
        if (!step) return;
        by(...step);
        d3.event.preventDefault();
      });
    const tools = d3.select(figure).insert("div", "svg").attr("class", "tools");
    button(tools, "↺", "Turn left (left arrow)", () => by(15, 0));
    button(tools, "↻", "Turn right (right arrow)", () => by(-15, 0));
    button(tools, "above", "From above", () => by(-view.azimuth, 90 - view.elevation));
    button(tools, "⤢", "Full page width, or back", () => figure.classList.toggle("enlarged"));
  }

  for (const figure of document.querySelectorAll("figure.chart")) make(figure);
  for (const figure of document.querySelectorAll("figure.space")) {
    if (figure.querySelector("script")) turn(figure);
  }
  for (const entry of document.querySelectorAll(".commands li")) {
    const copy = d3.select(entry).insert("button", ".back").attr("type", "button").text("copy");
    copy.attr("aria-label", "Copy this command").on("click", () => {
      getSelection().selectAllChildren(entry.querySelector("code"));
      copy.text(document.execCommand("copy") ? "copied" : "copy by hand");
    });
  }
  // For tests and scripts: the axes of a chart as shown now.
  window.montecopterReport = {
    domains: (id) => ({ x: charts.get(id).x.domain(), y: charts.get(id).y.domain() }),
    charts: () => Array.from(charts.keys()),
    view: (id) => views.get(id),
  };
  document.documentElement.setAttribute("data-interactive", "yes");
})();
