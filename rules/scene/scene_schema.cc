// Made of rules/scene/scene.schema.json by `node web/scene-schema.mjs --write`: change it there.
// clang-format off
#include "rules/scene/scene.h"

namespace fairdeal::rules {

const char* const kSceneSchema =
    R"json({"title":"scene","type":"object","required":["seats","places","things"],"properties":{
"ask":{"type":"string","maxLength":60},"seats":{"type":"array","maxItems":10,"items":{
"$ref":"#/$defs/seat"}},"faces":{"type":"object","maxProperties":64,"additionalProperties"
:{"$ref":"#/$defs/face"}},"notes":{"type":"object","maxProperties":64,
"additionalProperties":{"$ref":"#/$defs/face"}},"places":{"type":"array","maxItems":24,
"items":{"$ref":"#/$defs/place"}},"things":{"type":"array","maxItems":200,"items":{"$ref":
"#/$defs/thing"}},"moves":{"type":"array","maxItems":400,"items":{"$ref":"#/$defs/move"}}}
,"$defs":{"text":{"type":"string","maxLength":40},"id":{"type":"string","minLength":1,
"maxLength":40},"whole":{"type":"integer","minimum":-1000000000,"maximum":1000000000},
"natural":{"type":"integer","minimum":0,"maximum":1000000000},"seat_number":{"type":
"integer","minimum":0,"maximum":9},"colour":{"title":"colour","enum":["red","orange",
"yellow","green","blue","purple","black","white","grey"]},"mark":{"title":"mark","enum":[
"sun","leaf","drop","flame","moon","star","flower","heart","skull","wave","dot","square",
"triangle","cross","talk"]},"shape":{"title":"shape","enum":["card","disc","tile","bar",
"peg"]},"tone":{"title":"tone","enum":["plain","good","bad","turn"]},"cell":{"type":
"string","maxLength":5},"seat":{"title":"seat","x-id":"number","type":"object",
"properties":{"number":{"$ref":"#/$defs/whole"},"of":{"$ref":"#/$defs/whole"},"unit":{
"$ref":"#/$defs/text"},"tag":{"$ref":"#/$defs/text"},"face":{"$ref":"#/$defs/id"},"team":{
"$ref":"#/$defs/seat_number"},"out":{"type":"boolean"}}},"face":{"title":"face","x-id":
"key","type":"object","required":["name"],"properties":{"name":{"type":"string",
"minLength":1,"maxLength":40,"x-why":"people who hear the page need one"},"shape":{"$ref":
"#/$defs/shape"},"text":{"type":"string","maxLength":3},"mark":{"$ref":"#/$defs/mark"},
"colour":{"$ref":"#/$defs/colour"}}},"place":{"title":"place","x-id":"id","x-kinds":[
"board","hand","pile","tray","counter","label"],"type":"object","required":["id","kind",
"rank"],"properties":{"id":{"$ref":"#/$defs/id"},"kind":{"title":"kind","enum":["board",
"hand","pile","tray","counter","label"]},"title":{"$ref":"#/$defs/text"},"owner":{"$ref":
"#/$defs/seat_number"},"rank":{"type":"integer","minimum":1,"maximum":9},"at":{"type":
"array","minItems":2,"maxItems":2,"items":{"$ref":"#/$defs/seat_number"}},"shape":{"$ref":
"#/$defs/shape"}}},"board":{"title":"board","required":["rows","columns","cells"],
"properties":{"rows":{"anyOf":[{"$ref":"#/$defs/natural"},{"type":"array","maxItems":32,
"items":{"anyOf":[{"$ref":"#/$defs/text"},{"$ref":"#/$defs/line"}]}}]},"columns":{"anyOf":
[{"$ref":"#/$defs/natural"},{"$ref":"#/$defs/text"},{"type":"array","maxItems":32,"items":
{"$ref":"#/$defs/text"}}]},"cells":{"title":"kind of cells","enum":["squares","checkers",
"points","wells","sheet"]},"ground":{"title":"ground","enum":["felt","water"]},"edge":{
"type":"array","minItems":2,"maxItems":2,"items":{"type":"array","maxItems":32,"items":{
"$ref":"#/$defs/text"}}},"names":{"type":"array","maxItems":32,"items":{"type":"array",
"maxItems":32,"items":{"anyOf":[{"$ref":"#/$defs/text"},{"type":"null"}]}}},"owners":{
"type":"object","maxProperties":1024,"additionalProperties":{"$ref":"#/$defs/seat_number"}
},"marks":{"type":"object","maxProperties":1024,"additionalProperties":{"title":
"mark of a cell","enum":["legal","last","aim","good","bad"]}},"me":{"type":"integer",
"minimum":0,"maximum":31}}},"line":{"title":"line","type":"object","required":["title"],
"properties":{"title":{"$ref":"#/$defs/text"},"about":{"$ref":"#/$defs/text"},"sum":{
"type":"integer","minimum":0,"maximum":1}}},"hand":{"title":"hand","properties":{"fan":{
"type":"boolean"},"sort":{"title":"order","enum":["suit","rank","none"]},"groups":{"type":
"array","maxItems":12,"items":{"$ref":"#/$defs/group"}},"notes":{"type":"boolean"}}},
"group":{"title":"group","type":"object","required":["title","things"],"properties":{
"title":{"$ref":"#/$defs/text"},"tone":{"$ref":"#/$defs/tone"},"things":{"type":"array",
"maxItems":52,"items":{"$ref":"#/$defs/id"}}}},"pile":{"title":"pile","properties":{"show"
:{"title":"way to show a pile","enum":["top","flat"]},"count":{"$ref":"#/$defs/natural"},
"empty":{"$ref":"#/$defs/id"}}},"tray":{"title":"tray","properties":{"spread":{"title":
"spread","enum":["row","column","seats"]},"on":{"$ref":"#/$defs/id"}}},"counter":{"title":
"counter","required":["value"],"properties":{"value":{"$ref":"#/$defs/whole"},"of":{"$ref"
:"#/$defs/whole"},"mark":{"$ref":"#/$defs/mark"},"colour":{"$ref":"#/$defs/colour"}}},
"label":{"title":"label","required":["text"],"properties":{"text":{"type":"string",
"maxLength":80},"tone":{"$ref":"#/$defs/tone"}}},"thing":{"title":"thing","x-id":0,"type":
"array","minItems":4,"maxItems":5,"prefixItems":[{"title":"id","$ref":"#/$defs/id"},{
"title":"place","$ref":"#/$defs/id"},{"title":"at","anyOf":[{"$ref":"#/$defs/cell"},{
"type":"integer","minimum":0,"maximum":1023}]},{"title":"face","anyOf":[{"$ref":
"#/$defs/id"},{"type":"null"}]},{"$ref":"#/$defs/state"}]},"state":{"title":"thing","type"
:"object","properties":{"turn":{"type":"integer","minimum":0,"maximum":270,"multipleOf":90
},"span":{"type":"array","minItems":2,"maxItems":2,"items":{"type":"integer","minimum":1,
"maximum":32}},"notes":{"type":"array","maxItems":6,"items":{"$ref":"#/$defs/text"}},
"marks":{"type":"array","maxItems":4,"items":{"title":"mark of a thing","enum":["chosen",
"raised","grey","held","used","sunk","last","offer","faint"]}}}},"move":{"title":"move",
"x-id":"id","type":"object","required":["id"],"properties":{"id":{"type":"string",
"minLength":1,"maxLength":256},"label":{"$ref":"#/$defs/text"},"short":{"type":"string",
"maxLength":14},"aside":{"$ref":"#/$defs/text"},"touches":{"type":"array","maxItems":3,
"items":{"$ref":"#/$defs/touch"}},"picks":{"type":"array","maxItems":52,"items":{"$ref":
"#/$defs/id"}},"ask":{"type":"string","maxLength":80}}},"touch":{"type":"string",
"minLength":1,"maxLength":48}}})json";

}  // namespace fairdeal::rules
