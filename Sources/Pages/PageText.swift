/// The style and the scripts that all pages have.
package enum PageText {
    /// Colours are those of the app's screens, with the contrast that WCAG AA asks of text.
    package static let style = #"""
        :root{color-scheme:light dark;--back:#f9fafb;--card:#fff;--text:#111827;--soft:#4b5563;--line:#d1d5db;--link:#1d4ed8;
        --good:#065f46;--good-back:#d1fae5;--bad:#991b1b;--bad-back:#fee2e2;--fair:#92400e;--fair-back:#fef3c7;
        --plain:#1e40af;--plain-back:#dbeafe;--banner:#1e40af;--banner-back:#eff6ff;--banner-line:#bfdbfe;--neutral:#374151;--neutral-back:#e5e7eb}
        @media (prefers-color-scheme:dark){:root{--back:#0b0f17;--card:#151b26;--text:#f3f4f6;--soft:#b6bfcc;--line:#384152;
        --link:#93c5fd;--good:#a7f3d0;--good-back:#064e3b;--bad:#fecaca;--bad-back:#7f1d1d;--fair:#fde68a;--fair-back:#78350f;
        --plain:#bfdbfe;--plain-back:#1e3a8a;--banner:#bfdbfe;--banner-back:#172554;--banner-line:#1e40af;--neutral:#e5e7eb;--neutral-back:#374151}}
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:1200px;padding:16px;font:16px/1.5 system-ui,sans-serif;background:var(--back);color:var(--text)}
        a{color:var(--link)}nav ul{display:flex;flex-wrap:wrap;gap:8px 16px;list-style:none;padding:0;margin:0}
        nav a{display:inline-block;padding:10px 0}nav a[aria-current]{font-weight:700;color:var(--text);text-decoration:none}
        h1{font-size:28px;margin:8px 0 0}h2{font-size:20px;margin:24px 0 8px}h3{font-size:16px;margin:0 0 8px}h4{font-size:14px;margin:8px 0}
        header{display:flow-root}header p{margin:4px 0}.aside,.empty,.none{color:var(--soft)}.aside{font-size:14px}
        .cards{display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
        @media (min-width:900px){.beside{grid-template-columns:repeat(2,minmax(0,1fr))}
        .beside>:last-child:nth-child(odd){grid-column:1/-1}}
        .always{grid-template-columns:repeat(2,minmax(0,1fr))}.always>:last-child:nth-child(odd){grid-column:1/-1}
        @media (max-width:480px){.always{gap:8px}.always article{padding:8px}}
        article{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px;min-width:0}
        .tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(172px,50% - 4px),1fr));gap:8px;margin:0}
        .tile{border:1px solid var(--line);border-left:4px solid #3b82f6;border-radius:8px;padding:8px 12px;min-width:0;overflow-wrap:anywhere}
        .tile:nth-child(6n+2){border-left-color:#8b5cf6}.tile:nth-child(6n+3){border-left-color:#10b981}
        .tile:nth-child(6n+4){border-left-color:#f97316}.tile:nth-child(6n+5){border-left-color:#ef4444}
        .tile:nth-child(6n){border-left-color:#6366f1}
        dt{font-size:14px;color:var(--soft)}dd{margin:0}.figure{font-size:22px;font-weight:600}
        .bars{display:block;width:100%;max-width:200px;height:96px;margin:4px 0;fill:#3b82f6}
        .of{font-size:14px;font-weight:400;color:var(--soft)}
        .tile{position:relative}.tile a{color:inherit}.tile a::after{content:"";position:absolute;inset:0}
        .tile a:focus-visible{outline:0}.tile:has(a:focus-visible){outline:3px solid var(--link)}article:target{outline:2px solid var(--link)}
        .filled{--top:#2563eb;--low:#1d4ed8;border:0;border-radius:12px;min-height:100px;padding:12px;color:#fff;
        background:linear-gradient(var(--top),var(--low)) var(--top);box-shadow:0 1px 3px #0004}
        .filled:nth-child(6n+2){--top:#7c3aed;--low:#6d28d9}.filled:nth-child(6n+3){--top:#047857;--low:#065f46}
        .filled:nth-child(6n+4){--top:#c2410c;--low:#9a3412}.filled:nth-child(6n+5){--top:#dc2626;--low:#b91c1c}
        .filled:nth-child(6n){--top:#4f46e5;--low:#4338ca}
        .filled dt,.filled .aside,.filled .none,.filled .of{color:#fff}.icon{float:right;font-size:22px;line-height:1}
        .banner{border:1px solid var(--banner-line);background:var(--banner-back);color:var(--banner);border-radius:8px;padding:8px 12px}
        .tile .badge{white-space:normal}.wide{grid-column:span 2}.long .figure,.wide .figure{font-size:16px;padding-top:4px}.word{white-space:nowrap}
        .badge{display:inline-block;white-space:nowrap;border-radius:999px;padding:1px 10px;font-size:13px;font-weight:600}
        .good{color:var(--good);background:var(--good-back)}.bad{color:var(--bad);background:var(--bad-back)}
        .fair{color:var(--fair);background:var(--fair-back)}.plain{color:var(--plain);background:var(--plain-back)}
        .neutral{color:var(--neutral);background:var(--neutral-back)}
        .chart{position:relative;margin-bottom:12px}.kind-radar .chart{height:400px}
        .table{overflow:auto;max-height:320px}table{border-collapse:collapse;width:100%;font-size:14px}
        caption{position:absolute;clip-path:inset(50%)}th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--line);vertical-align:top}
        th{position:sticky;top:0;background:var(--card)}td{overflow-wrap:break-word;max-width:24em}.right{text-align:right;font-variant-numeric:tabular-nums}
        .filter{display:flex;gap:8px;align-items:baseline}.filter>span{flex:none;font-size:14px;color:var(--soft);min-width:60px}article .filter>span{display:none}
        .filter>div{display:flex;flex-wrap:wrap;gap:8px;position:relative;min-width:0}.filter input{position:absolute;opacity:0}
        .filter label{border:1px solid var(--line);border-radius:999px;padding:9px 14px;cursor:pointer}
        :checked+label{background:#1d4ed8;border-color:#1d4ed8;color:#fff}:focus-visible+label{outline:3px solid var(--link)}
        .filters{display:grid;gap:8px;margin:12px 0;grid-template-columns:minmax(0,1fr)}.part{display:none}.part>h4:first-child{position:absolute;clip-path:inset(50%)}
        @supports not selector(:has(a)){.part{display:block}.part>h4:first-child{position:static;clip-path:none}}
        details{margin-top:8px}summary{padding:10px 0;cursor:pointer;color:var(--link)}
        .photos{display:flex;flex-wrap:wrap;gap:16px}.photo{flex:1 1 280px;min-width:0}.pictures{display:flex;gap:8px}
        .cover{float:right;margin:0 0 8px 16px}figure{margin:0;flex:0 1 160px;min-width:0}figure img{max-width:100%}img{max-width:160px;height:auto;border-radius:8px}figcaption{font-size:13px;color:var(--soft)}
        @media (max-width:480px){img{max-width:100px}.always img{max-width:100%}
        .filter>div{flex-wrap:nowrap;overflow-x:auto;margin-right:-16px;padding:3px 16px 3px 3px;font-size:14px}.filter label{flex:none;padding:11px 12px}
        .filter :checked+label{scroll-initial-target:nearest}
        .figure{font-size:18px}.long .figure,.wide .figure{font-size:14px}}
        @page{margin:14mm 12mm 16mm;font:9pt system-ui,sans-serif;@bottom-right{content:counter(page) " / " counter(pages)}}
        @media print{:root{color-scheme:light;--back:#fff;--card:#fff;--text:#000;--soft:#333;--line:#bbb}body{max-width:none;padding:0}
        nav,summary,.filter label,.filters:has(+.whole){display:none}.filter :checked+label{display:block;background:none;color:#000;padding:0;border:0}
        .filled{color:#000;background:none;border:1px solid var(--line)}.filled dt,.filled .aside,.filled .none,.filled .of{color:#000}
        .cards:not(.always){display:block}article{margin-bottom:12px;box-decoration-break:clone;-webkit-box-decoration-break:clone}
        .whole>.part{display:block!important}.whole>.part>h4:first-child{position:static;clip-path:none}details::details-content{content-visibility:visible}
        .table{max-height:none;overflow:visible}table{font-size:12px}th,td{padding:3px 4px}th{position:static}thead{display:table-header-group}
        .long-word{overflow-wrap:anywhere;min-width:6em}.kind-line .chart,.kind-bar .chart,.kind-radar .chart{height:auto}canvas{max-width:100%}
        .chart,.tile,.photo,.filters,tr{break-inside:avoid}h2,h3,h4,thead,.chart,.empty:has(+.table),.filters,tr:first-child:not(:last-child){break-after:avoid}
        tbody,tr:first-child,tr:last-child{break-before:avoid}}
        """#

    /// The line at the foot of each sheet of paper.
    static func foot(_ text: String) -> String { "@page{@bottom-left{content:\(quoted(text))}}" }

    /// Any text in the style; all that is not a letter, a digit or a space is a number there.
    private static func quoted(_ text: String) -> String {
        let parts = text.unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == " "
                ? String(scalar) : "\\" + String(scalar.value, radix: 16) + " "
        }
        return "\"" + parts.joined() + "\""
    }

    /// Draws the charts with Chart.js 3: each when it is first seen, and again where the colours change.
    static let charts = #"""
        (() => {
        // Fades out towards the axis.
        const fading = colour => ({ chart }) => {
          if (!chart.chartArea) return colour + "33";
          const fill = chart.ctx.createLinearGradient(0, chart.chartArea.top, 0, chart.chartArea.bottom);
          fill.addColorStop(0, colour + "66");
          fill.addColorStop(1, colour + "00");
          return fill;
        };
        const colours = ['#3b82f6', '#f97316', '#10b981', '#8b5cf6', '#ef4444', '#6366f1'];
        const day = value => new Date(value * 864e5).toISOString().slice(0, 10);
        const scripts = [...document.querySelectorAll("script[data-chart]")];
        const charts = new Map();
        const drawn = (script, text, line) => {
          const data = JSON.parse(script.textContent), isRadar = data.kind === "radar";
          const isTime = data.axis === "date" && data.kind === "line";
          const datasets = data.series.map((series, index) => ({
            label: series.label, maxBarThickness: 48, borderColor: colours[index % 6], cubicInterpolationMode: isRadar ? "default" : "monotone", tension: isRadar ? 0 : 0.3, spanGaps: true,
            backgroundColor: data.kind === "line" ? fading(colours[index % 6]) : colours[index % 6] + (isRadar ? "33" : ""),
            pointBackgroundColor: colours[index % 6],
            fill: isRadar || data.series.length === 1,
            data: isTime ? series.values.map((y, at) => ({ x: Date.parse(data.labels[at]) / 864e5, y })) : series.values
          }));
          const isWhole = data.series.every(series => series.values.every(value => Number.isInteger(value ?? 0)));
          const axis = { ticks: { color: text, precision: isWhole ? 0 : undefined }, grid: { color: line } };
          const scales = isRadar
            ? { r: { min: 0, max: 100, ticks: { color: text, backdropColor: "transparent" }, grid: { color: line },
                angleLines: { color: line }, pointLabels: { color: text, callback: name => name.length > 18 ? name.slice(0, 17) + "…" : name } } }
            : { x: isTime ? { ...axis, type: "linear", ticks: { color: text, callback: day, precision: 0, maxTicksLimit: 8 } } : axis, y: axis };
          return new Chart(document.getElementById(script.dataset.chart), {
            type: data.kind, data: { labels: isTime ? undefined : data.labels, datasets },
            options: { animation: false, maintainAspectRatio: false, scales, plugins: {
              legend: { labels: { color: text } },
              tooltip: { callbacks: isTime ? { title: items => day(items[0].parsed.x) } : {} } } }
          });
        };
        // On paper a card's only choice has all its parts, another the chosen ones.
        const isOff = part => !!part && (getComputedStyle(part).display === "none" && !part.parentElement.matches(".whole")
          || isOff(part.parentElement.closest(".part")));
        const draw = paper => {
          const style = getComputedStyle(document.documentElement);
          const text = style.getPropertyValue("--soft").trim(), line = style.getPropertyValue("--line").trim();
          scripts.forEach(script => {
            const frame = document.getElementById(script.dataset.chart).parentElement;
            const isSeen = frame.getClientRects().length > 0 || paper === true && !isOff(frame.closest(".part"));
            if (isSeen && !charts.has(script)) charts.set(script, drawn(script, text, line));
          });
        };
        scripts.forEach(script => { document.getElementById(script.dataset.chart).parentElement.hidden = false; });
        draw();
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
          charts.forEach(chart => chart.destroy());
          charts.clear();
          draw();
        });
        addEventListener("change", draw);
        // On paper charts are as wide as the paper.
        addEventListener("beforeprint", () => { draw(true); charts.forEach(chart => chart.resize(660, 220)); });
        addEventListener("afterprint", () => charts.forEach(chart => chart.resize()));
        })();
        """#
}
